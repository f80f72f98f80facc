//~ log Method.invoke;<A: void f()>;Main.main;4;isAccessible=false;
class Main {
    public static void main(String[] args) throws Exception {
        String name = new StringBuilder("f").toString();
        A.class.getDeclaredMethod(name).invoke(null);
    }
}

class A {
    static void f() { } //~ called by Main.main

    static void g() { } //~ never called
}
