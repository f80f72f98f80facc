import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

class Main {
    public static void main(String[] args) {
        ClassLoader loader = Main.class.getClassLoader();
        Handler handler = new Handler(new A());
        Action action = (Action) Proxy.newProxyInstance(loader, new Class<?>[] { Action.class }, handler);
        action.run();
    }
}

interface Action {
    void run();
}

class Handler implements InvocationHandler {
    private final Object target;

    Handler(Object target) { //~ called by Main.main
        this.target = target;
    }

    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable { //~ called by Main.main
        return method.invoke(target, arguments);
    }
}

class A implements Action {
    public void run() { } //~ called by Handler.invoke

    public void other() { } //~ never called
}
