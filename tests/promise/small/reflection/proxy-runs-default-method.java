package small;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

public class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Act act = (Act) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Act.class}, (p, m, a) -> InvocationHandler.invokeDefault(p, m, a));
        act.act(s);
        s.send();
    }

    public interface Act { default void act(Session s) { s.close(); } }
}
