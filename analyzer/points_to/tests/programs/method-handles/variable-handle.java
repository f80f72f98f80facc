import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class Main {
    Action action;

    public static void main(String[] args) throws Throwable {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Main.class, "action", Action.class);
        Main main = new Main();
        handle.set(main, (Action) new A());
        main.action.run();
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
