class Main {
    public static class Late {
        public Late() { //~ called by Main.main
        }

        @Override
        public String toString() { //~ may be called by Main.main
            return "late";
        }
    }

    public static void main(String[] args) throws Exception {
        Object text = "text";
        text.toString();
        Class.forName("Main$Late").getDeclaredConstructor().newInstance();
    }
}
