class Main {
    public static void main(String[] args) {
        A a = new B();
        a.self().f();
    }
}

class A {
    A self() { //~ never called
        return this;
    }

    void f() { } //~ never called
}

class B extends A {
    B self() { //~ called by Main.main
        return this;
    }

    void f() { } //~ called by Main.main
}
