class Main {
    public static void main(String[] args) throws Exception {
        A a = A.class.newInstance();
        a.f();
    }
}

class A {
    A() { } //~ called by Main.main

    A(int n) { } //~ never called

    void f() { } //~ called by Main.main

    void g() { } //~ never called
}
