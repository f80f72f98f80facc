class Main {
    Action action = () -> { }; //~ called by Main.run

    public static void main(String[] args) {
        new Main().run();
    }

    void run() { //~ called by Main.main
        action.run();
    }
}

interface Action {
    void run();
}
