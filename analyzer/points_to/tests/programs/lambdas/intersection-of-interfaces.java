class Main {
    interface Named {
        default void name() { //~ never called
        }
    }

    interface Loud extends Named {
        @Override
        default void name() { //~ called by Main.main
        }
    }

    public static void main(String[] args) {
        Runnable task = (Runnable & Loud) () -> { }; //~ called by Main.main
        task.run();
        ((Named) task).name();
    }
}
