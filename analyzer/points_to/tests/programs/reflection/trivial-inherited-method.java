class Main {
    public static void main(String[] args) throws Exception {
        B.class.getMethod("f").invoke(new B());
    }
}

class A {
    public void f() { } //~ called by Main.main
}

class B extends A {
    public void g() { } //~ never called
}
