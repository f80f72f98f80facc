class Main {
    public static void main(String[] args) {
        Action action = A::f;
        action.run();
    }
}

interface Action {
    void run();
}

class A {
    static void f() { } //~ called by Main.main

    static void g() { } //~ never called
}
