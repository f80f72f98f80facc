import java.util.stream.Stream;

class Main {
    public static void main(String[] args) {
        A[] all = Stream.of(new A()).toArray(A[]::new);
        all[0].f();
    }
}

class A {
    void f() { } //~ called by Main.main
}

class B {
    void f() { } //~ never called
}
