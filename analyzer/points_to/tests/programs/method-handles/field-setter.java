import java.lang.invoke.MethodHandles;

class Main {
    static Action action;

    public static void main(String[] args) throws Throwable {
        MethodHandles.lookup().findStaticSetter(Main.class, "action", Action.class).invoke((Action) new A());
        action.run();
    }
}

interface Action {
    void run();
}

class A implements Action {
    public void run() { } //~ called by Main.main
}

class B implements Action {
    public void run() { } //~ never called
}
