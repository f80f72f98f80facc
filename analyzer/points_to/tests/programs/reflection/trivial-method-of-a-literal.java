import java.lang.reflect.Method;

class Main {
    public static void main(String[] args) throws Exception {
        Method method = A.class.getDeclaredMethod("f", Object.class);
        method.invoke(null, new Object[] { new B() });
    }
}

class A {
    static void f(Object o) { //~ called by Main.main
        o.toString();
    }

    static void g() { } //~ never called
}

class B {
    public String toString() { //~ called by A.f
        return "B";
    }
}
