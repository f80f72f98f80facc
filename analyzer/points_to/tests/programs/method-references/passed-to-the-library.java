import java.util.List;

class Main {
    public static void main(String[] args) {
        List.of(new A()).forEach(A::f);
    }
}

class A {
    void f() { } //~ called by Main.main

    void g() { } //~ never called
}
