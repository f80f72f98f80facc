class Main {
    public static void main(String[] args) throws Exception {
        Class<?> bound = Thread.class;
        make(Class.forName("A"), bound);
        make(Class.forName("C"), bound);
    }

    static void make(Class<?> c, Class<?> bound) throws Exception {
        try {
            c.asSubclass(bound).getDeclaredConstructor().newInstance();
        } catch (ClassCastException e) {
        }
    }
}

class A extends Thread {
    A() { } //~ called by Main.make
}

class C {
    C() { } //~ never called
}
