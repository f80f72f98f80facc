class Main {
    public static void main(String[] args) throws Exception {
        new A<Integer>().new Inner(1);
        Class<?>[] types = new Class<?>[] { Number.class, int[].class };
        A.class.getDeclaredConstructor(types).newInstance(1, null);
        A.Inner.class.getDeclaredConstructor(A.class).newInstance(new A<Long>());
        B.class.getDeclaredConstructor((Class<?>[]) null).newInstance();
    }
}

class A<T extends Number> {
    A() { } //~ called by Main.main

    A(T number, int... more) { } //~ called by Main.main

    A(int number, int... more) { } //~ never called

    A(T number, int[][] more) { } //~ never called

    A(T number) { } //~ never called

    class Inner {
        Inner() { } //~ called by Main.main

        Inner(int number) { } //~ called by Main.main

        Inner(A<T> other) { } //~ never called
    }
}

class B {
    B() { } //~ called by Main.main

    B(int number) { } //~ never called
}
