class Main {
    public static void main(String[] args) throws Exception {
        try {
            A.class.getMethod("h").invoke(null);
        } catch (NoSuchMethodException expected) {
            A.f();
        }
    }
}

class A {
    static void f() { } //~ called by Main.main

    static void g() { } //~ never called
}
