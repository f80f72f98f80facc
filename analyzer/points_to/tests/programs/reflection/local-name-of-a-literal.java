class Main {
    public static void main(String[] args) throws Exception {
        String name = A.class.getName();
        Class.forName(name).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main

    void f() { } //~ never called
}
