class Main {
    public static void main(String[] args) {
        A[] all = new A[1];
    }
}

class A {
    static { } //~ A.<clinit> never called
}
