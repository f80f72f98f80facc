package small;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ExecutorService pool = Executors.newSingleThreadExecutor(r -> { s.close(); return new Thread(r); });
        pool.submit(() -> {}).get();
        pool.shutdown();
        s.send();
    }
}
