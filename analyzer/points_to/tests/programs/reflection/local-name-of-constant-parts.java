class Main {
    static final String PREFIX = "B";

    public static void main(String[] args) throws Exception {
        String suffix = "ox";
        Class.forName(PREFIX + suffix).getDeclaredConstructor().newInstance();
    }
}

class Box {
    Box() { } //~ called by Main.main
}

class B {
    B() { } //~ never called
}
