// A future is the body of a thread.
import java.util.concurrent.*;
public class FutureBody {
  static int c;
  public static void main(String[] a) throws Exception {
    FutureTask<Integer> f = new FutureTask<>(() -> {
      c++;
      return 1;
    });
    Thread t = new Thread(f);
    t.start();
    while (!f.isDone()) Thread.sleep(1);
    c++;
    t.join();
    System.out.println(c);
  }
}
