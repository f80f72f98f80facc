class Main {
    public static void main(String[] args) throws Exception {
        Class.forName(new StringBuilder("A").toString()); //~ opens a name that is not known
    }
}

class A {
    static { } //~ A.<clinit> called by Main.main

    A() { } //~ never called
}
