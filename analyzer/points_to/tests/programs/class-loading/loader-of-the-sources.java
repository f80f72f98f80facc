class Main {
    public static void main(String[] args) throws Exception {
        new Loader(Main.class.getClassLoader()).loadClass("A").getDeclaredConstructor().newInstance(); //~ opens any class
    }
}

class Loader extends ClassLoader {
    Loader(ClassLoader parent) { super(parent); } //~ called by Main.main

    public Class<?> loadClass(String name) throws ClassNotFoundException { //~ called by Main.main
        return super.loadClass(name); //~ opens a name that is not known
    }
}

class A {
    A() { } //~ called by Main.main
}
