class Main {
    public static void main(String[] args) {
        new B().f();
        new B().g();
    }
}

class A {
    private void g() { } //~ called by A.f

    void f() { //~ called by Main.main
        g();
    }
}

class B extends A {
    void g() { } //~ called by Main.main, not called by A.f
}
