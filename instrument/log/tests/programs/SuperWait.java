// An object waits by the method of its superclass.
public class SuperWait {
  static int x;
  boolean ok;
  synchronized void up() {
    ok = true;
    notifyAll();
  }
  synchronized void down() throws InterruptedException {
    while (!ok) super.wait();
  }
  public static void main(String[] a) throws Exception {
    SuperWait m = new SuperWait();
    Thread t = new Thread(() -> {
      try { Thread.sleep(300); } catch (InterruptedException e) { }
      x = 1;
      m.up();
    });
    t.start();
    m.down();
    x = 2;
    t.join();
  }
}
