class Main {
    interface Sink<T> {
        default void take(T value) { //~ may be called by Main.main
        }
    }

    interface Texts extends Sink<String> {
        @Override
        void take(String text);
    }

    public static void main(String[] args) {
        Texts texts = text -> { }; //~ called by Main.main
        Sink<String> sink = texts;
        sink.take("text");
    }
}
