class Main {
    public static void main(String[] args) throws Exception {
        Main.class.getDeclaredMethod("make", Class.class).invoke(null, A.class); //~ opens may do anything with it
    }

    static void make(Class<?> c) throws Exception { //~ called by Main.main
        c.getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.make
}
