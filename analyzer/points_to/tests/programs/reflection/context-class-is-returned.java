class Main {
    public static void main(String[] args) throws Exception {
        kind().getDeclaredConstructor().newInstance();
    }

    static Class<?> kind() {
        return A.class;
    }
}

class A {
    A() { } //~ called by Main.main

    void f() { } //~ never called
}
