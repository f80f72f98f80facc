class Main {
    public static void main(String[] args) throws Exception {
        A a = new A();
        Thread thread = new Thread(() -> { a.f(); }); //~ called by <outside>
        thread.start();
        thread.join();
    }
}

class A {
    void f() { } //~ called by Main.lambda, not called by Main.main
}
