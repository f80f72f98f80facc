class Main {
    public static void main(String[] args) {
        Action action = () -> f();
        action.run();
    }

    static void f() { } //~ called by Main.lambda, not called by Main.main
}

interface Action {
    void run();
}
