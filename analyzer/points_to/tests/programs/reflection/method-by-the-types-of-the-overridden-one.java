import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Exception {
        A.class.getMethod("take", Object.class).invoke(new A(), "text");
        B.class.getMethod("accept", Object.class).invoke(new B(), "text");
        C.class.getMethod("take", Taker.class).invoke(new C<Both>(), new Both());
        D.class.getMethod("take", Object.class).invoke(new D(), "text");
    }
}

interface Sink<T> {
    void take(T value);
}

interface Taker {
}

class Both implements Taker, Runnable {
    public void run() { }
}

class A implements Sink<String> {
    public void take(String text) { } //~ called by Main.main

    public void take(int number) { } //~ never called
}

class B implements Consumer<String> {
    public void accept(String text) { } //~ called by Main.main
}

abstract class Base<T extends Taker> {
    public abstract void take(T value);
}

class C<S extends Runnable & Taker> extends Base<S> {
    public void take(S value) { } //~ called by Main.main
}

class Above {
    public void take(String text) { } //~ called by Main.main
}

class D extends Above implements Sink<String> {
}
