import java.lang.reflect.Proxy;

class Main {
    public static void main(String[] args) throws Exception {
        Class<?>[] interfaces = { Runnable.class };
        Runnable task = (Runnable) Proxy.newProxyInstance(Main.class.getClassLoader(), interfaces,
            (proxy, method, arguments) -> { return null; }); //~ called by <outside>
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }
}
