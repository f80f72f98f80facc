import java.lang.reflect.Method;

class Main {
    public static void main(String[] args) throws Exception {
        String name = args.length > 0 ? args[0] : "A";
        Class<? extends Task> c = Class.forName(name).asSubclass(Task.class); //~ opens gets a name that is not known
        for (Method method : c.getDeclaredMethods()) {
            method.invoke(null);
        }
    }
}

interface Task {
}

class A implements Task {
    static void f() { } //~ called by Main.main
}

class B {
    static void f() { } //~ never called
}
