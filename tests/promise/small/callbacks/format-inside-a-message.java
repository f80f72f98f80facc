package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.text.MessageFormat message = new java.text.MessageFormat("{0}");
        message.setFormat(0, new java.text.DecimalFormat() {
            public StringBuffer format(double d, StringBuffer to, java.text.FieldPosition at) { s.close(); return to; }
        });
        message.format(new Object[] {1.5});
        s.send();
    }
}
