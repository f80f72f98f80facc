class Main {
    public static void main(String[] args) {
        A[] all = { new B(), new C() };
        for (A a : all) {
            a.f();
        }
    }
}

abstract class A {
    abstract void f();
}

class B extends A {
    void f() { } //~ called by Main.main
}

class C extends A {
    void f() { } //~ called by Main.main
}

class D extends A {
    void f() { } //~ never called
}
