// A class of the program overrides methods of a semaphore, and calls those of the semaphore.
import java.util.concurrent.*;
public class InheritedSemaphore {
  static int x;
  static class Sem extends Semaphore {
    Sem() { super(0); }
    @Override public void acquire() throws InterruptedException { super.acquire(); }
    @Override public void release() { super.release(); }
  }
  public static void main(String[] a) throws Exception {
    Sem s = new Sem();
    Thread t = new Thread(() -> {
      x = 1;
      s.release();
    });
    t.start();
    s.acquire();
    x = 2;
    t.join();
  }
}
