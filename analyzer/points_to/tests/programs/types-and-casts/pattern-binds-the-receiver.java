class Main {
    public static void main(String[] args) {
        run(new A());
        run(new B());
    }

    static void run(Object o) { //~ called by Main.main
        if (o instanceof A a) {
            a.f();
        }
    }
}

class A {
    public void f() { } //~ called by Main.run
}

class B {
    public void f() { } //~ never called
}
