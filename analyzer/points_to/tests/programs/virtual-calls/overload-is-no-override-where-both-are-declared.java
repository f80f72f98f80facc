class Main {
    static class Sink {
        void take(Object value) { //~ called by Main.main
        }

        void take(String text) { //~ never called
        }
    }

    public static void main(String[] args) {
        new Sink().take(new Object());
    }
}
