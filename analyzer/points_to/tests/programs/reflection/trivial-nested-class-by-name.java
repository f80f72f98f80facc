class Main {
    static class Inner {
        static { } //~ Main.Inner.<clinit> called by Main.main

        Inner() { } //~ called by Main.main
    }

    public static void main(String[] args) throws Exception {
        Class.forName("Main$Inner").getDeclaredConstructor().newInstance();
    }
}
