class Main {
    public static void main(String[] args) {
        new A().f();
    }
}

interface I {
    default void f() { //~ called by Main.main
        g();
    }

    private void g() { } //~ called by I.f
}

class A implements I {
    public void g() { } //~ never called
}
