class Main {
    public static void main(String[] args) {
        new Loader();
    }
}

class Loader {
    Object load(String name) throws Exception { //~ never called
        return Class.forName(name).getDeclaredConstructor().newInstance();
    }
}

class Plugin {
    public Plugin() { } //~ never called
}
