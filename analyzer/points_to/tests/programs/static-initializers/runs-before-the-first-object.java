class Main {
    public static void main(String[] args) {
        new B();
    }
}

class A {
    static { } //~ A.<clinit> called by Main.main
}

class B extends A {
    static { } //~ B.<clinit> called by Main.main
}
