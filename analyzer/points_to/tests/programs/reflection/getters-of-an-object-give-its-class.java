import java.lang.reflect.Method;

class Main {
    public static void main(String[] args) throws Exception {
        A a = new A(1);
        for (Method m : a.getClass().getMethods()) {
            if (m.getName().equals("getClass")) {
                Object c = m.invoke(a);
                ((Class<?>) c).getDeclaredConstructor().newInstance();
            }
        }
    }
}

class A {
    A() { } //~ called by Main.main

    A(int n) { } //~ called by Main.main
}

class B {
    B() { } //~ never called
}
