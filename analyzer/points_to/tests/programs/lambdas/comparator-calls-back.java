import java.util.Arrays;

class Main {
    public static void main(String[] args) {
        A[] all = { new A(), new A() };
        Arrays.sort(all, (x, y) -> { return x.f() - y.f(); }); //~ called by Main.main
    }
}

class A {
    int f() { //~ called by Main.lambda, not called by Main.main
        return 1;
    }
}
