class Main {
    public static void main(String[] args) throws Exception {
        String part = args.length > 0 ? args[0] : new StringBuilder("").toString();
        Class.forName(part + "A" + part).getDeclaredConstructor().newInstance(); //~ opens any class //~ opens a name that is not known
    }
}

class A {
    A() { } //~ called by Main.main
}

class B {
    B() { } //~ may be called by Main.main
}
