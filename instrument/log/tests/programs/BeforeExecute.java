// A pool of the program does something before each task.
import java.util.concurrent.*;
public class BeforeExecute {
  static int x;
  public static void main(String[] a) throws Exception {
    ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
      @Override protected void beforeExecute(Thread t, Runnable r) {
        x++;
      }
    };
    p.prestartAllCoreThreads();
    x = 1;
    p.execute(() -> { });
    p.shutdown();
    p.awaitTermination(5, TimeUnit.SECONDS);
    System.out.println(x);
  }
}
