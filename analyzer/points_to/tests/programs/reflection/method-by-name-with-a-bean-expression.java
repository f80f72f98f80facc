import java.beans.Expression;

public class Main {
    public static void main(String[] args) throws Exception {
        new Expression(new A(), "f", new Object[0]).getValue();
    }

    public static class A {
        public int f() { //~ called by Main.main
            return 1;
        }

        public int g() { //~ never called
            return 2;
        }
    }
}
