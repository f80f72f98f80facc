package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.swing.JLabel label = new javax.swing.JLabel();
        label.putClientProperty("k", s);
        ((Session) label.getClientProperty("k")).close();
        s.send();
    }
}
