class Main {
    public static void main(String[] args) {
        I i = new A();
        i.f();
    }
}

interface I {
    default void f() { } //~ may be called by Main.main
}

interface J extends I {
    default void f() { } //~ called by Main.main
}

class A implements I, J {
}
