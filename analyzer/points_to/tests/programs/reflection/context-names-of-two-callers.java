class Main {
    public static void main(String[] args) throws Exception {
        make("A");
        make("B");
    }

    static Object make(String name) throws Exception {
        return Class.forName(name).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.make
}

class B {
    B() { } //~ called by Main.make
}

class C {
    C() { } //~ never called
}
