class Main {
    public static void main(String[] args) throws Exception {
        String name = args.length > 0 ? args[0] : "A";
        make(Class.forName(name).asSubclass(Task.class)); //~ opens gets a name that is not known
    }

    static void make(Class<? extends Task> c) throws Exception {
        c.getDeclaredConstructor().newInstance();
    }
}

interface Task {
}

class A implements Task {
    A() { } //~ called by Main.make
}

class Below extends A {
    Below() { } //~ may be called by Main.make
}

class B {
    B() { } //~ never called
}
