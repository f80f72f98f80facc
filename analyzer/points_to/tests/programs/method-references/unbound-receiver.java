class Main {
    public static void main(String[] args) {
        Use use = A::f;
        use.apply(new B());
    }
}

interface Use {
    void apply(A a);
}

class A {
    void f() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main
}
