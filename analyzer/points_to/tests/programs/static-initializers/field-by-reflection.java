class Main {
    public static void main(String[] args) throws Exception {
        A.class.getDeclaredField("n").getInt(null);
    }
}

class A {
    static int n = make();

    static int make() { //~ called by A.<clinit>
        return 1;
    }
}
