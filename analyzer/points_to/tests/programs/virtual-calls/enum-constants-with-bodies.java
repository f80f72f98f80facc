class Main {
    public static void main(String[] args) {
        Sign.PLUS.apply();
        Sign.valueOf("MINUS").apply();
    }
}

enum Sign {
    PLUS {
        void apply() { } //~ called by Main.main
    },
    MINUS {
        void apply() { } //~ called by Main.main
    };

    abstract void apply();
}
