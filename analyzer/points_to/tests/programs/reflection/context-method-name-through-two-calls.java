class Main {
    public static void main(String[] args) throws Exception {
        call("f");
    }

    static void call(String name) throws Exception {
        call(A.class, name);
    }

    static void call(Class<?> kind, String name) throws Exception {
        kind.getDeclaredMethod(name).invoke(null);
    }
}

class A {
    static void f() { } //~ called by Main.call

    static void g() { } //~ never called
}
