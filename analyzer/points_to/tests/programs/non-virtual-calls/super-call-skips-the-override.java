class Main {
    public static void main(String[] args) {
        new C().f();
    }
}

class A {
    void f() { } //~ called by C.f
}

class B extends A {
}

class C extends B {
    void f() { //~ called by Main.main, not called by C.f
        super.f();
    }
}
