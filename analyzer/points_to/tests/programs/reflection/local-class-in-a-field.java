class Main {
    private static Class<?> kind = A.class;

    public static void main(String[] args) throws Exception {
        kind.getDeclaredMethod("f").invoke(null);
    }
}

class A {
    static void f() { } //~ called by Main.main

    static void g() { } //~ never called
}
