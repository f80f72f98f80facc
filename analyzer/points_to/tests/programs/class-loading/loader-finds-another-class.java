class Main {
    public static void main(String[] args) throws Exception {
        new Finder().loadClass("no.such.Plugin").getDeclaredConstructor().newInstance();
    }
}

class Finder extends ClassLoader {
    @Override
    protected Class<?> findClass(String name) { //~ called by Main.main
        return Other.class;
    }
}

class Other {
    Other() { } //~ called by Main.main

    void f() { } //~ never called
}

class Third {
    Third() { } //~ never called
}
