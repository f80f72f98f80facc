class Main {
    public static void main(String[] args) {
        Object o = new A();
        ((I) o).f();
    }
}

interface I {
    void f();
}

class A implements I {
    public void f() { } //~ called by Main.main
}

class B implements I {
    public void f() { } //~ never called
}
