class Main {
    A held = new B();

    public static void main(String[] args) {
        Main main = new Main();
        new C().f();
        main.held.f();
        main.run();
    }

    void run() { //~ called by Main.main
        held.f();
    }
}

class A {
    void f() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main Main.run
}

class C extends A {
    void f() { } //~ called by Main.main, not called by Main.run
}
