class Main {
    public static void main(String[] args) throws Exception {
        String name = "A";
        for (int i = 0; i < 2; i++) {
            name += "b";
        }
        Class.forName(name).getDeclaredConstructor().newInstance();
    }
}

class Abb {
    Abb() { } //~ called by Main.main
}

class Bb {
    Bb() { } //~ may be called by Main.main
}

class Abc {
    Abc() { } //~ never called
}
