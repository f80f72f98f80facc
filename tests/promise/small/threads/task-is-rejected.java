package small;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>());
        pool.setRejectedExecutionHandler((r, p) -> r.run());
        pool.shutdown();
        pool.execute(s::close);
        s.send();
    }
}
