class Main {
    public static void main(String[] args) {
        Object o = new B();
        if (o.getClass() == A.class || A.class.isInstance(o) || A.class.getName().isEmpty()) {
            System.out.print(A.class);
        }
        java.util.logging.Logger.getLogger(A.class.getSimpleName());
    }
}

class A {
    static { } //~ A.<clinit> never called

    A() { } //~ never called
}

class B {
    void f() { } //~ never called
}
