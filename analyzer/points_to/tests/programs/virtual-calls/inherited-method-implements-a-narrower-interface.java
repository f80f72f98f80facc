class Main {
    interface Texts {
        Object take(String text, int position);
    }

    static class Base<T> {
        public String take(T value, int position) { //~ called by Main.main
            return null;
        }

        public String take(T value, long position) { //~ never called
            return null;
        }
    }

    static class Low extends Base<String> implements Texts {
    }

    public static void main(String[] args) {
        Texts texts = new Low();
        texts.take("text", 0);
    }
}
