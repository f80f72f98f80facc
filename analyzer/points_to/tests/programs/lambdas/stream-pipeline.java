import java.util.stream.Stream;

class Main {
    public static void main(String[] args) {
        Stream.of("a", "b").map(text -> { return new A(text); }) //~ called by Main.main
            .filter(a -> { return a.isLong(); }) //~ called by Main.main
            .forEach(a -> { a.f(); }); //~ may be called by Main.main
    }
}

class A {
    private final String text;

    A(String text) { //~ called by Main.lambda
        this.text = text;
    }

    boolean isLong() { //~ called by Main.lambda
        return text.length() > 1;
    }

    void f() { } //~ may be called by Main.lambda
}
