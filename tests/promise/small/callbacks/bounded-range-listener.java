package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.swing.DefaultBoundedRangeModel model = new javax.swing.DefaultBoundedRangeModel();
        model.addChangeListener(event -> s.close());
        model.setValue(5);
        s.send();
    }
}
