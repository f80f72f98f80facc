package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new StringBuilder().append(new Chars(s), 0, 1);
        s.send();
    }
}

record Chars(Session s) implements CharSequence {
    public int length() { return 1; }
    public char charAt(int index) { s.close(); return 'a'; }
    public CharSequence subSequence(int from, int to) { return this; }
}
