package small;

import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        ExecutorCompletionService<Session> service = new ExecutorCompletionService<>(pool);
        service.submit(s::close, s);
        service.take().get().send();
        pool.shutdown();
    }
}
