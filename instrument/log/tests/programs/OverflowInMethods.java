// A thread that runs out of stack in a synchronized method gives its lock back.
public class OverflowInMethods {
  static int depth;
  static synchronized void rec(int n) {
    depth = n;
    rec(n + 1);
  }
  public static void main(String[] a) {
    try {
      rec(0);
    } catch (StackOverflowError e) {
      System.out.println("overflow, holds lock: " + Thread.holdsLock(OverflowInMethods.class));
    }
  }
}
