class Main {
    interface Sink {
        void take(Integer number);
    }

    interface Texts extends Sink {
        void take(String text);

        @Override
        default void take(Integer number) { //~ called by Main.main
        }
    }

    public static void main(String[] args) {
        Texts texts = text -> { }; //~ may be called by Main.main
        texts.take(1);
        Sink sink = texts;
        sink.take(2);
    }
}
