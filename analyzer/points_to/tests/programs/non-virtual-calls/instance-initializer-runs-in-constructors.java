class Main {
    public static void main(String[] args) {
        new A(1);
    }
}

class A {
    int x = f();

    A(int n) { } //~ called by Main.main

    static int f() { //~ called by A.<init>, not called by Main.main
        return 1;
    }
}
