class Main {
    public static void main(String[] args) {
        new B().f();
    }
}

class A {
    void f() { } //~ called by Main.main
}

class B extends A {
}

class C extends B {
    void f() { } //~ never called
}
