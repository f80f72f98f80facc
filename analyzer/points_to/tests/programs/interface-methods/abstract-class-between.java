class Main {
    public static void main(String[] args) {
        I i = new B();
        i.f();
    }
}

interface I {
    void f();
}

abstract class A implements I {
}

class B extends A {
    public void f() { } //~ called by Main.main
}

class C extends A {
    public void f() { } //~ never called
}
