package small;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.invokeAll(List.<Callable<Session>>of(() -> { s.close(); return s; })).get(0).get().send();
        pool.shutdown();
    }
}
