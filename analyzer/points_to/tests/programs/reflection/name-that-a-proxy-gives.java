import java.lang.reflect.Proxy;

class Main {
    interface Settings {
        String driver();
    }

    public static void main(String[] args) throws Exception {
        Settings settings = (Settings) Proxy.newProxyInstance(Main.class.getClassLoader(),
            new Class<?>[] { Settings.class }, (p, m, x) -> "A");
        Class.forName(settings.driver()).getDeclaredConstructor().newInstance(); //~ opens a name that is not known //~ opens Constructor.newInstance
    }
}

class A {
    A() { } //~ called by Main.main
}
