class Main {
    public static void main(String[] args) throws Exception {
        String name = args.length == 0 ? "A" : "B";
        Class<?> found = Class.forName(name);
        found.getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}

class B {
    B() { } //~ may be called by Main.main
}

class C {
    C() { } //~ never called
}
