package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.text.Format format = new java.text.Format() {
            public StringBuffer format(Object o, StringBuffer to, java.text.FieldPosition at) { s.close(); return to; }
            public Object parseObject(String text, java.text.ParsePosition at) { return null; }
        };
        format.format("a");
        s.send();
    }
}
