package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.swing.table.DefaultTableModel model = new javax.swing.table.DefaultTableModel(1, 1);
        model.setValueAt(s, 0, 0);
        ((Session) model.getDataVector().get(0).get(0)).close();
        s.send();
    }
}
