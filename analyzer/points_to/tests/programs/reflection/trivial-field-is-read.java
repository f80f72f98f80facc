class Main {
    public static void main(String[] args) throws Exception {
        A a = new A();
        Action action = (Action) A.class.getDeclaredField("action").get(a);
        action.f();
    }
}

interface Action {
    void f();
}

class A {
    Action action = new B();
    Action other = new C();
}

class B implements Action {
    public void f() { } //~ called by Main.main
}

class C implements Action {
    public void f() { } //~ never called
}
