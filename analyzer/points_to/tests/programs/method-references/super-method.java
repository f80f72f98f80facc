class Main {
    public static void main(String[] args) {
        new B().run();
    }
}

interface Action {
    void run();
}

class A {
    void f() { } //~ called by B.run B.lambda
}

class B extends A {
    void f() { } //~ never called

    void run() { //~ called by Main.main
        super.f();
        Action action = () -> super.f();
        action.run();
    }
}
