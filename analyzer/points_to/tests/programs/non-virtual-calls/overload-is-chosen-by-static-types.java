class Main {
    public static void main(String[] args) {
        Object o = "text";
        f(o);
    }

    static void f(Object o) { } //~ called by Main.main

    static void f(String s) { } //~ never called
}
