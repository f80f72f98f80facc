class Main {
    public static void main(String[] args) {
        for (Object o : Sign.class.getEnumConstants()) {
            ((Sign) o).apply();
        }
    }
}

enum Sign {
    PLUS, MINUS;

    void apply() { } //~ called by Main.main

    void other() { } //~ never called
}
