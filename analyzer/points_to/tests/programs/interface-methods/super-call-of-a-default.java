class Main {
    public static void main(String[] args) {
        new A().f();
    }
}

interface I {
    default void f() { } //~ called by A.f, not called by Main.main
}

interface J {
    default void f() { } //~ never called
}

class A implements I, J {
    public void f() { //~ called by Main.main
        I.super.f();
    }
}
