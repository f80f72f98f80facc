class Main {
    public static void main(String[] args) {
        A.f();
    }
}

class A {
    static { } //~ A.<clinit> called by Main.main

    static void f() { } //~ called by Main.main
}

class B {
    static { } //~ B.<clinit> never called
}
