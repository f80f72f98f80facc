class Main {
    public static void main(String[] args) {
        I i = new A();
        i.f();
    }
}

interface I {
    default void f() { //~ called by Main.main
        g();
    }

    void g();
}

class A implements I {
    public void g() { } //~ called by I.f
}

class B implements I {
    public void f() { } //~ never called

    public void g() { } //~ never called
}
