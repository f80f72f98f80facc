class Main {
    public static void main(String[] args) {
        Action action = () -> { }; //~ called by Action.twice, not called by Main.main
        action.twice();
    }
}

interface Action {
    void run();

    default void twice() { //~ called by Main.main
        run();
        run();
    }
}
