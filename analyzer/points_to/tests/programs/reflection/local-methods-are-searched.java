import java.lang.reflect.Method;

class Main {
    public static void main(String[] args) throws Exception {
        for (Method method : A.class.getDeclaredMethods()) {
            if (method.getName().equals("f")) {
                method.invoke(null);
            }
        }
    }
}

class A {
    static void f() { } //~ called by Main.main

    static void g() { } //~ may be called by Main.main
}

class B {
    static void f() { } //~ never called
}
