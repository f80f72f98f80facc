class Main {
    public static class Other {
        public Other() { //~ may be called by Main.main
        }

        public static class Deep {
        }
    }

    public Main() { //~ called by Main.main
    }

    public static void main(String[] args) throws Exception {
        Class<?> host = Other.Deep.class.getNestHost();
        host.getDeclaredConstructor().newInstance();
    }
}
