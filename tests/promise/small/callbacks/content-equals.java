package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        "a".contentEquals(new CharSequence() {
            public int length() { s.close(); return 2; }
            public char charAt(int index) { return 'a'; }
            public CharSequence subSequence(int from, int to) { return this; }
        });
        s.send();
    }
}
