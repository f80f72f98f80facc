//~ log Class.forName;A;Main.main;3
class Main {
    public static void main(String[] args) throws Exception {
        Class.forName(new StringBuilder("A").toString()).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}

class B {
    B() { } //~ never called
}
