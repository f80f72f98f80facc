class Main {
    public static void main(String[] args) throws Exception {
        A.class.getDeclaredMethod("f").invoke(new B());
    }
}

class A {
    void f() { } //~ may be called by Main.main

    void g() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main
}
