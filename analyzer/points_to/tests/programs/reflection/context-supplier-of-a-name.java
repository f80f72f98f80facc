import java.util.function.Supplier;

class Main {
    public static void main(String[] args) throws Exception {
        Supplier<String> name = () -> "A";
        Class.forName(name.get()).getDeclaredConstructor().newInstance(); //~ opens a name that is not known //~ opens any class
    }
}

class A {
    A() { } //~ called by Main.main
}
