class Main {
    public static void main(String[] args) {
        int n = A.size;
        B.size = n;
    }
}

class A {
    static int size = count();

    static int count() { //~ called by A.<clinit>, not called by Main.main
        return 1;
    }
}

class B {
    static int size = count();

    static int count() { //~ called by B.<clinit>
        return 2;
    }
}
