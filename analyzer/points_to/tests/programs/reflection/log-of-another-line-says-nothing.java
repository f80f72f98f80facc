//~ log Class.forName;A;Main.main;9
class Main {
    public static void main(String[] args) throws Exception {
        String name = new StringBuilder("B").toString();
        Class.forName(name).getDeclaredConstructor().newInstance(); //~ opens a name that is not known //~ opens any class
    }
}

class A {
    A() { } //~ may be called by Main.main
}

class B {
    B() { } //~ called by Main.main
}
