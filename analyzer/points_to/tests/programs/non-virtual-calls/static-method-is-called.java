class Main {
    public static void main(String[] args) {
        f();
    }

    static void f() { //~ called by Main.main
        A.g();
    }

    static void h() { } //~ never called
}

class A {
    static void g() { } //~ called by Main.f, not called by Main.main
}
