class Main {
    static class Made {
        Made() { //~ may be called by <outside>
        }
    }

    static native void make(Class<?> type);

    public static void main(String[] args) {
        if (args.length > 0) {
            make(Made.class); //~ opens `Main.make` gets `Main.Made`
        }
    }
}
