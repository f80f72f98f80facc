import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

class Main {
    volatile Action action;

    public static void main(String[] args) {
        Main main = new Main();
        AtomicReferenceFieldUpdater.newUpdater(Main.class, Action.class, "action").set(main, new A());
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
