import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

class Main {
    public static void main(String[] args) {
        Object action = Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] { Action.class }, new Handler());
        action.toString();
    }
}

interface Action {
    void run();
}

class Handler implements InvocationHandler {
    public Object invoke(Object proxy, Method method, Object[] arguments) { //~ called by Main.main
        return "proxy";
    }
}
