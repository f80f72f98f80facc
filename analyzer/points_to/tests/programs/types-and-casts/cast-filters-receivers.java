class Main {
    public static void main(String[] args) {
        for (Object o : new Object[] { new A(), new B() }) {
            if (o instanceof A) {
                ((A) o).f();
            }
        }
    }
}

class A {
    public void f() { } //~ called by Main.main
}

class B {
    public void f() { } //~ never called
}
