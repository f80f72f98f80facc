class Main {
    public static void main(String[] args) {
        I i = new B();
        i.f();
    }
}

interface I {
    default void f() { } //~ never called
}

class A {
    public void f() { } //~ called by Main.main
}

class B extends A implements I {
}
