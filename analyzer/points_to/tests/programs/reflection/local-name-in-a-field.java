class Main {
    private String name = "A";

    public static void main(String[] args) throws Exception {
        new Main().run();
    }

    void run() throws Exception {
        Class.forName(name).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.run
}

class B {
    B() { } //~ never called
}
