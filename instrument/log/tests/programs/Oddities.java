// Code that throws at accesses, runs out of stack and calls methods of superclasses: the same output.
public class Oddities {
    int field;
    static long wide = 1L << 40;
    static double real = 0.5;

    static class Base extends Thread {
        protected int own = 1;

        @Override
        public synchronized void start() {
            super.start();
        }
    }

    static class Derived extends Base {
        final int captured;

        Derived(int x) {
            captured = x;
            own = x;
        }

        @Override
        public void run() {
            synchronized (this) {
                own += captured;
            }
        }
    }

    interface Shape {
        int SIDES = Integer.parseInt("4");

        default int sides() {
            return SIDES;
        }
    }

    static int deep(Oddities o, int n) {
        o.field = n;
        return deep(o, o.field + 1) + 1;
    }

    public static void main(String[] args) throws Exception {
        Oddities none = null, one = new Oddities();
        try {
            none.field = 1;
        } catch (NullPointerException e) {
            System.out.println("write");
        }
        try {
            System.out.println(none.field);
        } catch (NullPointerException e) {
            System.out.println("read");
        }
        try {
            synchronized (none) {
                System.out.println("never");
            }
        } catch (NullPointerException e) {
            System.out.println("lock");
        }
        try {
            none.wait();
        } catch (NullPointerException e) {
            System.out.println("wait");
        }
        try {
            one.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println("notify");
        }
        try {
            deep(one, 0);
        } catch (StackOverflowError e) {
            System.out.println("deep");
        }
        one.field = 3;
        one.field += 4;
        wide += 3;
        real *= 2;
        Derived d = new Derived(5);
        d.start();
        d.join();
        Shape s = new Shape() {};
        System.out.println(one.field + " " + wide + " " + real + " " + d.own + s.sides());
    }
}
