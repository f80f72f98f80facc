import java.util.ArrayList;
import java.util.List;

class Main {
    public static void main(String[] args) {
        List<A> list = new ArrayList<>();
        list.add(new B());
        list.get(0).f();
    }
}

class A {
    void f() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main
}
