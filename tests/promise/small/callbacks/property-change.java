package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.beans.PropertyChangeSupport support = new java.beans.PropertyChangeSupport("bean");
        support.addPropertyChangeListener("p", event -> ((Session) event.getNewValue()).close());
        support.firePropertyChange("p", null, s);
        s.send();
    }
}
