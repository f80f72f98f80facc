package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.beans.PropertyChangeEvent event = new java.beans.PropertyChangeEvent("bean", "p", null, null);
        event.setPropagationId(s);
        ((Session) event.getPropagationId()).close();
        s.send();
    }
}
