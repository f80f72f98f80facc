// The same of a phaser.
import java.util.concurrent.*;
public class PhaserAdvance {
  static int x, y;
  public static void main(String[] a) throws Exception {
    Phaser p = new Phaser(2) {
      protected boolean onAdvance(int n, int k) {
        y += x;
        return true;
      }
    };
    Thread t = new Thread(() -> {
      x = 1;
      p.arriveAndAwaitAdvance();
      y++;
    });
    t.start();
    Thread.sleep(700);
    p.arriveAndAwaitAdvance();
    t.join();
    System.out.println(y);
  }
}
