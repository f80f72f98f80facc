class Main {
    public static void main(String[] args) throws Exception {
        Object a = Class.forName("A").getDeclaredConstructor().newInstance();
        ((A) a).f();
    }
}

class A {
    static { } //~ A.<clinit> called by Main.main

    A() { } //~ called by Main.main

    void f() { } //~ called by Main.main

    void g() { } //~ never called
}

class B {
    static { } //~ B.<clinit> never called

    B() { } //~ never called
}
