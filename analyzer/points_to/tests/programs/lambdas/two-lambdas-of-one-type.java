class Main {
    public static void main(String[] args) {
        Action first = () -> { A.f(); }; //~ called by Main.main
        Action second = () -> { //~ never called
            A.g();
        };
        first.run();
    }
}

interface Action {
    void run();
}

class A {
    static void f() { } //~ called by Main.lambda

    static void g() { } //~ never called
}
