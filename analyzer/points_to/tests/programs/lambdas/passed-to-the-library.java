import java.util.List;

class Main {
    public static void main(String[] args) {
        List.of(new A()).forEach(a -> { a.f(); }); //~ called by Main.main
    }
}

class A {
    void f() { } //~ called by Main.lambda
}

class B {
    void f() { } //~ never called
}
