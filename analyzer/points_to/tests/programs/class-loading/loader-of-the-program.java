class Main {
    public static void main(String[] args) throws Exception {
        Main.class.getClassLoader().loadClass("A").getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main

    void f() { } //~ never called
}

class B {
    B() { } //~ never called
}
