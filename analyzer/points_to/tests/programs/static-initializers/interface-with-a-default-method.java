class Main {
    public static void main(String[] args) {
        new A();
    }
}

interface I {
    Object HELD = make();

    static Object make() { //~ called by I.<clinit>
        return new Object();
    }

    default void f() { } //~ never called
}

class A implements I {
}
