import java.util.ArrayList;
import java.util.List;

class Main {
    public static void main(String[] args) throws Exception {
        List<Class<?>> kinds = new ArrayList<>();
        kinds.add(A.class);
        kinds.get(0).getDeclaredField("b").getType().getDeclaredConstructor().newInstance();
    }
}

class A {
    B b;
}

class B {
    B() { } //~ called by Main.main
}

class C {
    C() { } //~ never called
}
