class Main {
    public static void main(String[] args) throws Exception {
        A a = new B();
        a.getClass().getDeclaredMethod("f").invoke(a);
    }
}

class A {
}

class B extends A {
    void f() { } //~ called by Main.main

    void g() { } //~ never called
}

class C {
    void f() { } //~ never called
}
