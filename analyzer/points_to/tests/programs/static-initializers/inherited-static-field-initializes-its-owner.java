class Main {
    public static void main(String[] args) {
        Object o = B.held;
    }
}

class A {
    static Object held = new A();

    A() { } //~ called by A.<clinit>
}

class B extends A {
    static { } //~ B.<clinit> may be called by Main.main
}
