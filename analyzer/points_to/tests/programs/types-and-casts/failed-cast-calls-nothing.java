class Main {
    public static void main(String[] args) {
        Object o = new B();
        try {
            ((A) o).f();
        } catch (ClassCastException expected) {
            ((B) o).f();
        }
    }
}

class A {
    void f() { } //~ never called
}

class B {
    void f() { } //~ called by Main.main
}
