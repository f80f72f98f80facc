class Main {
    public static void main(String[] args) {
        I.f();
    }
}

interface I {
    static void f() { //~ called by Main.main
        g();
    }

    private static void g() { } //~ called by I.f, not called by Main.main
}
