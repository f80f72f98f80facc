class Main {
    public static void main(String[] args) throws Exception {
        Box box = new Box();
        box.content = new A();
        Finder.target = box;
        Object finder = Class.forName("Finder").getDeclaredConstructor().newInstance();
        Finder.last.content.f();
    }
}

class Box {
    Part content;
    static void keep(Box box) {
        Finder.last = box;
    }
}

interface Part {
    void f();
}

class Finder {
    static Box target;
    static Box last;

    public Finder() throws Exception {
        Box.keep(target);
        Class.forName("Box").getDeclaredField("content").set(target, Class.forName("B").getDeclaredConstructor().newInstance());
    }
}

class A implements Part {
    public void f() { } //~ may be called by Main.main
}

class B implements Part {
    public void f() { } //~ called by Main.main
}
