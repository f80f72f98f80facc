import java.lang.invoke.MethodHandles;

class Main {
    public static void main(String[] args) throws Throwable {
        MethodHandles.lookup().ensureInitialized(A.class).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}
