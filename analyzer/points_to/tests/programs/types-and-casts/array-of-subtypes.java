class Main {
    public static void main(String[] args) {
        A[] all = new B[] { new B() };
        all[0].f();
    }
}

class A {
    void f() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main
}
