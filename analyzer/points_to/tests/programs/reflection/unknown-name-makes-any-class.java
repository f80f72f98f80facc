class Main {
    public static void main(String[] args) throws Exception {
        String name = new StringBuilder("A").toString();
        Class.forName(name).getDeclaredConstructor().newInstance(); //~ opens a name that is not known //~ opens any class
    }
}

class A {
    static { } //~ A.<clinit> called by Main.main

    A() { } //~ called by Main.main

    void f() { } //~ never called
}
