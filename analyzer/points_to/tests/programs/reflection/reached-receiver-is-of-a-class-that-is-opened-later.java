class Main {
    static Part part = (Part) java.util.Optional.ofNullable(System.getProperties().get("part")).orElse(null);

    public static void main(String[] args) throws Exception {
        Class.forName("Opener").getDeclaredConstructor().newInstance();
        Part given = (Part) System.getProperties().get("part");
        given.f();
    }
}

interface Part {
    void f();
}

class Opener {
    public Opener() throws Exception { //~ called by Main.main
        String name = System.getProperty("kind", "A");
        System.getProperties().put("part", Class.forName(name).getDeclaredConstructor().newInstance()); //~ opens a name that is not known //~ opens any class
    }
}

class A implements Part {
    public void f() { } //~ called by Main.main
}
