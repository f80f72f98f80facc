// The action of a barrier comes after all arrivals and before all departures.
import java.util.concurrent.*;
public class BarrierAction {
  static int x, y, z;
  public static void main(String[] a) throws Exception {
    CyclicBarrier p = new CyclicBarrier(2, () -> { y += x + z; });
    Thread t = new Thread(() -> {
      x = 1;
      try { p.await(); } catch (Exception e) {}
      y++;
    });
    t.start();
    z = 1;
    p.await();
    t.join();
    System.out.println(y);
  }
}
