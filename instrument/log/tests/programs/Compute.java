// A function that a concurrent map calls has the map to itself.
import java.util.concurrent.*;
public class Compute {
  public static void main(String[] a) throws Exception {
    ConcurrentHashMap<String, int[]> m = new ConcurrentHashMap<>();
    m.put("z", new int[1]);
    Runnable r = () -> {
      m.compute("z", (k, v) -> {
        v[0]++;
        return v;
      });
    };
    Thread t = new Thread(r);
    t.start();
    r.run();
    t.join();
    System.out.println(m.get("z")[0]);
  }
}
