class Main {
    public static void main(String[] args) {
        A a = new B();
        a.f();
    }
}

class A {
    void f() { } //~ not called by Main.main
}

class B extends A {
    void f() { } //~ called by Main.main
}

class C extends A {
    void f() { } //~ never called
}
