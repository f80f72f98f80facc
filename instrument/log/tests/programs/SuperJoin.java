// Threads wait by the methods of their superclass.
public class SuperJoin {
  static int x;
  static class T extends Thread {
    public void run() {
      x++; 
    }
    void finish() throws InterruptedException { super.join(); }
  }
  public static void main(String[] a) throws Exception {
    T t = new T();
    t.start();
    t.finish();
    x++;
    System.out.println(x);
  }
}
