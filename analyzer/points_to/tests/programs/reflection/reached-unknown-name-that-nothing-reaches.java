class Main {
    public static void main(String[] args) {
        new Loader();
    }
}

class Loader {
    Object load() throws Exception { //~ never called
        return Class.forName(System.getProperty("kind")).getDeclaredConstructor().newInstance();
    }
}

class Plugin {
    public Plugin() { } //~ never called
}
