package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.swing.text.PlainDocument document = new javax.swing.text.PlainDocument();
        document.setDocumentFilter(new javax.swing.text.DocumentFilter() {
            public void insertString(FilterBypass by, int at, String text, javax.swing.text.AttributeSet set) { s.close(); }
        });
        document.insertString(0, "a", null);
        s.send();
    }
}
