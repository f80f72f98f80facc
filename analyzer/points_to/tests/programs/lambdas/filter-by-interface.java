class Main {
    interface Step {
        void go();
    }

    interface Other {
        void go();
    }

    static Object kept;

    public static void main(String[] args) {
        Step step = () -> { }; //~ called by Main.step
        kept = step;
        Other other = () -> { }; //~ called by Main.main, not called by Main.step
        other.go();
        kept = other;
        kept = step;
        step();
    }

    static void step() { //~ called by Main.main
        ((Step) kept).go();
    }
}
