class Main {
    public static class Made {
        public Made() { //~ may be called by <outside>
        }
    }

    public static class Holder {
        public static Class<?>[] kinds;
    }

    public static void main(String[] args) {
        System.getProperties().put("holder", Holder.class); //~ opens gets `Main.Holder`
        fill();
    }

    static void fill() { //~ called by Main.main //~ opens `Main.Made` is stored in an array
        if (Holder.kinds != null) {
            Holder.kinds[0] = Made.class;
        }
    }
}
