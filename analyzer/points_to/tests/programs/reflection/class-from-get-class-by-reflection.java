class Main {
    public static void main(String[] args) throws Exception {
        Class<?> c = (Class<?>) Object.class.getMethod("getClass").invoke(new A(1)); //~ opens may find any method of a library
        c.getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main

    A(int n) { } //~ called by Main.main
}
