class Main {
    public static void main(String[] args) throws Exception {
        make(A.class).f();
    }

    static <T> T make(Class<T> kind) throws Exception {
        return kind.getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.make

    void f() { } //~ called by Main.main

    void g() { } //~ never called
}
