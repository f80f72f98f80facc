class Main {
    public static void main(String[] args) {
        make().f();
    }

    static A make() { //~ called by Main.main
        return new B();
    }
}

class A {
    void f() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main
}
