class Main {
    public static void main(String[] args) throws Exception {
        A.class.getDeclaredField("action").set(null, new B());
        A.action.f();
    }
}

interface Action {
    void f();
}

class A {
    static Action action;
}

class B implements Action {
    public void f() { } //~ called by Main.main
}

class C implements Action {
    public void f() { } //~ never called
}
