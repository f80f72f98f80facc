class Main {
    public static void main(String[] args) throws Exception {
        try {
            Class.forName("Missing").getDeclaredConstructor().newInstance();
            f();
        } catch (ClassNotFoundException expected) {
            g();
        }
    }

    static void f() { } //~ may be called by Main.main

    static void g() { } //~ called by Main.main
}

class A {
    A() { } //~ never called
}
