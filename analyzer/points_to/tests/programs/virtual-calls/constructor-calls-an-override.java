class Main {
    public static void main(String[] args) {
        new B();
    }
}

class A {
    A() { //~ called by B.<init>
        f();
    }

    void f() { } //~ never called
}

class B extends A {
    void f() { } //~ called by A.<init>
}
