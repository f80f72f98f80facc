class Main {
    public static void main(String[] args) throws Exception {
        A.class.getDeclaredConstructor(String.class).newInstance("text");
    }
}

class A {
    A() { } //~ never called

    A(String text) { } //~ called by Main.main

    void f() { } //~ never called
}
