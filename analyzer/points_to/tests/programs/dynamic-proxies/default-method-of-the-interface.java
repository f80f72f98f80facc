import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

public class Main {
    public interface Action {
        default void run() { } //~ called by Main.Handler.invoke
    }

    static class Handler implements InvocationHandler {
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable { //~ called by Main.main
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
    }

    public static void main(String[] args) {
        Class<?>[] interfaces = { Action.class };
        ((Action) Proxy.newProxyInstance(Main.class.getClassLoader(), interfaces, new Handler())).run();
    }
}
