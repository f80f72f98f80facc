package small;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashSet;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Object proxy = Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> { s.close(); return 1; });
        new HashSet<>(Arrays.asList(proxy));
        s.send();
    }
}
