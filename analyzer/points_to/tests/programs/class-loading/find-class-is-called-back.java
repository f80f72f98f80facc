class Main {
    public static void main(String[] args) throws Exception {
        try {
            new Loader().loadClass("missing.A");
        } catch (ClassNotFoundException expected) {
            f();
        }
    }

    static void f() { } //~ called by Main.main
}

class Loader extends ClassLoader {
    protected Class<?> findClass(String name) throws ClassNotFoundException { //~ called by Main.main
        throw new ClassNotFoundException(name);
    }

    protected Class<?> other(String name) { //~ never called
        return null;
    }
}
