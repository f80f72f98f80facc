class Main {
    static class Made {
        Made() { //~ may be called by Main.main
        }
    }

    static native String name();

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Class<?> type = Class.forName(name()); //~ opens a name that is not known
            type.getDeclaredConstructor().newInstance(); //~ opens any class
        }
    }
}
