class Main {
    public static void main(String[] args) {
        Object o = I.HELD;
    }
}

interface I {
    Object HELD = make();

    static Object make() { //~ called by I.<clinit>
        return new A();
    }
}

class A {
    A() { } //~ called by I.make
}
