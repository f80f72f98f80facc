// The same of a synchronized map.
import java.util.*;
public class SynchronizedCompute {
  static int n;
  public static void main(String[] a) throws Exception {
    Map<String, Integer> m = Collections.synchronizedMap(new HashMap<>());
    Runnable r = () -> {
      m.compute("k", (k, v) -> {
        n++;
        return n;
      });
    };
    Thread t = new Thread(r);
    t.start();
    r.run();
    t.join();
    System.out.println(n);
  }
}
