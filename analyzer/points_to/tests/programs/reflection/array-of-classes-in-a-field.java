class Main {
    private static final Class<?>[] KINDS = new Class<?>[2];

    static {
        KINDS[0] = First.class;
        set(KINDS, Second.class);
    }

    static void set(Class<?>[] kinds, Class<?> kind) {
        kinds[1] = kind;
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> kind : kinds()) {
            kind.getDeclaredConstructor().newInstance();
        }
    }

    static Class<?>[] kinds() {
        Class<?>[] copy = new Class<?>[2];
        System.arraycopy(KINDS, 0, copy, 0, 2);
        return copy.clone();
    }
}

class First {
    First() { } //~ called by Main.main

    void f() { } //~ never called
}

class Second {
    Second() { } //~ called by Main.main
}

class Third {
    Third() { } //~ never called
}
