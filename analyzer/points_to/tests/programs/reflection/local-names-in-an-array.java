class Main {
    public static void main(String[] args) throws Exception {
        String[] names = { "A", "B" };
        for (String name : names) {
            Class.forName(name).getDeclaredConstructor().newInstance();
        }
    }
}

class A {
    A() { } //~ called by Main.main
}

class B {
    B() { } //~ called by Main.main
}

class C {
    C() { } //~ never called
}
