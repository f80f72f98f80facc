class Main {
    static Part part;

    public static void main(String[] args) throws Exception {
        Main.class.getDeclaredField("part").getType().getDeclaredConstructor().newInstance();
    }
}

class Part {
    Part() { } //~ called by Main.main

    void f() { } //~ never called
}

class Other {
    Other() { } //~ never called
}
