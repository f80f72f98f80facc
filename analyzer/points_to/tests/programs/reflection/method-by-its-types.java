class Main {
    public static void main(String[] args) throws Exception {
        A.class.getMethod("f").invoke(null);
        A.class.getMethod("f", int.class).invoke(new A(), 1);
        A.class.getDeclaredMethod("h", String.class).invoke(null, "text");
        String any = args.length > 0 ? args[0] : new StringBuilder("i").toString();
        B.class.getMethod(any).invoke(null);
    }
}

class A {
    public static void f() { } //~ called by Main.main

    public void f(int number) { } //~ called by Main.main

    public void f(String text) { } //~ never called

    public void f(int number, int more) { } //~ never called

    static void h(String text) { } //~ called by Main.main

    static void h(Integer number) { } //~ never called
}

class B {
    public static void i() { } //~ called by Main.main

    public static void j() { } //~ may be called by Main.main

    public static void j(int number) { } //~ never called
}
