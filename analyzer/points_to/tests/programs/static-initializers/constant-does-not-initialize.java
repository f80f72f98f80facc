class Main {
    public static void main(String[] args) {
        int n = A.SIZE;
    }
}

class A {
    static final int SIZE = 3;

    static { } //~ A.<clinit> never called
}
