class Main {
    public static void main(String[] args) {
        try {
            level(null);
        } catch (NullPointerException e) {
            return;
        }
    }

    static int level(Mode mode) {
        switch (mode) {
            case FAST:
                return 1;
            default:
                return 0;
        }
    }

    static class Nested {
        static int never(Other other) { //~ never called
            switch (other) {
                case ONE:
                    return 1;
                default:
                    return 0;
            }
        }
    }
}

enum Mode {
    FAST;

    Mode() { } //~ called by Mode.<clinit>
}

enum Other {
    ONE;

    Other() { } //~ called by Other.<clinit>
}
