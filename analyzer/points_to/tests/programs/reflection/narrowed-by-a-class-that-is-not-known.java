class Main {
    public static void main(String[] args) throws Exception {
        Class<?> bound = args.length > 0 ? Class.forName("B") : Object.class;
        Class.forName("A").asSubclass(bound).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}

class B {
    B() { } //~ never called
}
