class Main {
    public static void main(String[] args) {
        new B(1);
    }
}

class A {
    A() { } //~ called by B.<init>

    A(int n) { } //~ never called
}

class B extends A {
    B() { super(); } //~ called by B.<init>

    B(int n) { this(); } //~ called by Main.main
}
