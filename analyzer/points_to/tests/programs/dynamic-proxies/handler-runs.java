import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

class Main {
    public static void main(String[] args) {
        Class<?>[] interfaces = { Action.class };
        Action action = (Action) Proxy.newProxyInstance(Main.class.getClassLoader(), interfaces, new Handler());
        action.run();
    }
}

interface Action {
    void run();
}

class Handler implements InvocationHandler {
    public Object invoke(Object proxy, Method method, Object[] arguments) { //~ called by Main.main
        return null;
    }

    void other() { } //~ never called
}

class A implements Action {
    public void run() { } //~ never called
}
