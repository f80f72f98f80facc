class Main {
    public static void main(String[] args) throws Exception {
        Main.class.getClassLoader().loadClass("A");
    }
}

class A {
    static { } //~ A.<clinit> may be called by Main.main

    A() { } //~ never called
}
