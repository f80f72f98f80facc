class Main {
    public static void main(String[] args) throws Exception {
        Class<? extends Cloneable> arrays = A[].class.asSubclass(Cloneable.class);
        arrays.getComponentType().getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}
