import java.lang.reflect.Proxy;

class Main {
    interface Action {
        void run(A a);
    }

    public static void main(String[] args) {
        Action action = (Action) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] { Action.class },
            (proxy, method, arguments) -> { //~ called by Main.main
                ((A) arguments[0]).f();
                return null;
            });
        action.run(new A());
    }
}

class A {
    void f() { } //~ called by Main.lambda
}
