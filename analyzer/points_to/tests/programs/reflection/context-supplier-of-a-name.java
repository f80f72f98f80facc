import java.util.function.Supplier;

class Main {
    public static void main(String[] args) throws Exception {
        Supplier<String> name = () -> "A";
        Class.forName(name.get()).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}
