class Main {
    public static void main(String[] args) {
        Maker maker = A::new;
        maker.make(1);
    }
}

interface Maker {
    A make(int n);
}

class A {
    A() { } //~ never called

    A(int n) { } //~ called by Main.main
}
