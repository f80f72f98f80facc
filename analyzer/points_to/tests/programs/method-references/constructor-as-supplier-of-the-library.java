import java.util.stream.Stream;

class Main {
    public static void main(String[] args) {
        A a = Stream.generate(B::new).limit(1).findFirst().get();
        a.f();
    }
}

class A {
    void f() { } //~ never called
}

class B extends A {
    B() { } //~ called by Main.main

    void f() { } //~ called by Main.main
}
