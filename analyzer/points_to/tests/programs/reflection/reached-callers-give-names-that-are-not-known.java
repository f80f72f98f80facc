class Main {
    public static void main(String[] args) throws Exception {
        make("First");
        new Second();
    }

    static Object make(String name) throws Exception {
        return Class.forName(name).getDeclaredConstructor().newInstance(); //~ opens a name that is not known //~ opens any class
    }
}

class First {
    public First() throws Exception { //~ called by Main.make
        Main.make(System.getProperty("kind", "Third"));
    }
}

class Second {
}

class Third {
    public Third() { } //~ called by Main.make
}
