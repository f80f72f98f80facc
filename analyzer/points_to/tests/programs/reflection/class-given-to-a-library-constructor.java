import java.util.concurrent.atomic.AtomicReference;

class Main {
    public static void main(String[] args) throws Exception {
        AtomicReference<Class<?>> kept = new AtomicReference<>(A.class); //~ opens may do anything with it
        kept.get().getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}
