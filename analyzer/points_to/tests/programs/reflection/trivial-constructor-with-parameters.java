class Main {
    public static void main(String[] args) throws Exception {
        A.class.getDeclaredConstructor(String.class).newInstance("text");
    }
}

class A {
    A() { } //~ may be called by Main.main

    A(String text) { } //~ called by Main.main

    void f() { } //~ never called
}
