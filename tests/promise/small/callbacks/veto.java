package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.beans.VetoableChangeSupport support = new java.beans.VetoableChangeSupport("bean");
        support.addVetoableChangeListener(event -> { s.close(); throw new java.beans.PropertyVetoException("no", event); });
        try { support.fireVetoableChange("p", 1, 2); } catch (java.beans.PropertyVetoException e) { s.send(); }
    }
}
