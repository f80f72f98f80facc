import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.submit(new Task()).get().f();
        executor.shutdown();
    }
}

class Task implements Callable<A> {
    public A call() { //~ called by <outside>
        return new A();
    }
}

class A {
    void f() { } //~ called by Main.main
}
