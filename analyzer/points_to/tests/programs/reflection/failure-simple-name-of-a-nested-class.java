class Main {
    static class Inner {
        static { } //~ Main.Inner.<clinit> never called
    }

    public static void main(String[] args) throws Exception {
        try {
            Class.forName("Main.Inner");
        } catch (ClassNotFoundException expected) {
            f();
        }
    }

    static void f() { } //~ called by Main.main
}
