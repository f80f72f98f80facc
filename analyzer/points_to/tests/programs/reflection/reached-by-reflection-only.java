class Main {
    public static void main(String[] args) throws Exception {
        Class.forName("First").getDeclaredConstructor().newInstance();
    }
}

class First {
    public First() throws Exception { //~ called by Main.main
        Class.forName("Second").getMethod("go").invoke(null);
    }
}

class Second {
    public static void go() throws Exception { //~ called by First.<init>
        String name = System.getProperty("kind", "Third");
        Class.forName(name).getDeclaredConstructor().newInstance(); //~ opens a name that is not known //~ opens any class
    }
}

class Third {
    public Third() { } //~ called by Second.go
}
