class Main {
    public static void main(String[] args) {
        Maker maker = () -> () -> A.f();
        maker.make().run();
    }
}

interface Maker {
    Action make();
}

interface Action {
    void run();
}

class A {
    static void f() { } //~ called by Main.lambda
}
