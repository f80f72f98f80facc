class Main extends Base {
    static int n = make();

    static int make() { //~ called by Main.<clinit>
        return 1;
    }
}

class Base {
    public static void main(String[] args) { } //~ called by <outside>
}
