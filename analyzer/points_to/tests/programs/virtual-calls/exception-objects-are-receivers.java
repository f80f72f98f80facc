class Main {
    public static void main(String[] args) {
        try {
            throw new Specific();
        } catch (General e) {
            e.f();
        }
    }
}

class General extends RuntimeException {
    void f() { } //~ never called
}

class Specific extends General {
    void f() { } //~ called by Main.main
}
