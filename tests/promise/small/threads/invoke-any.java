package small;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ExecutorService pool = Executors.newCachedThreadPool();
        Session same = pool.invokeAny(List.of(() -> s));
        pool.shutdown();
        s.close();
        same.send();
    }
}
