class Main {
    public static void main(String[] args) {
        new Local().get().f();
    }
}

class Local extends ThreadLocal<A> {
    protected A initialValue() { //~ called by Main.main
        return new A();
    }
}

class A {
    void f() { } //~ called by Main.main
}
