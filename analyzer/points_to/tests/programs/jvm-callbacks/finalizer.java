class Main {
    public static void main(String[] args) throws Exception {
        new A();
        for (int round = 0; round < 100 && !A.finalized; round++) {
            System.gc();
            System.runFinalization();
            Thread.sleep(5);
        }
    }
}

class A {
    static volatile boolean finalized;

    protected void finalize() { //~ called by <outside>
        f();
        finalized = true;
    }

    void f() { } //~ called by A.finalize
}

class B {
    protected void finalize() { } //~ never called
}
