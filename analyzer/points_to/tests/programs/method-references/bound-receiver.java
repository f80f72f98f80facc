class Main {
    public static void main(String[] args) {
        A a = new B();
        Action action = a::f;
        action.run();
    }
}

interface Action {
    void run();
}

class A {
    void f() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main
}
