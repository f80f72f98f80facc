import java.lang.reflect.Proxy;

class Main {
    interface Maker {
        void make(Class<?> c);
    }

    public static void main(String[] args) {
        Maker maker = (Maker) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] { Maker.class },
            (p, m, x) -> { //~ called by Main.main
                ((Class<?>) x[0]).getDeclaredConstructor().newInstance();
                return null;
            });
        maker.make(A.class); //~ opens may do anything with it
    }
}

class A {
    A() { } //~ called by Main.lambda
}
