// Tasks that complete each other.
import java.util.concurrent.*;
public class Completers {
  static class T extends CountedCompleter<Void> {
    boolean leaf; int sum; T l, r;
    T(T p, boolean leaf) { super(p); this.leaf = leaf; }
    public void compute() {
      if (!leaf) { 
        l = new T(this, true); r = new T(this, true);
        setPendingCount(2);
        l.fork(); r.fork();
      } else sum = 1;
      tryComplete();
    }
    public void onCompletion(CountedCompleter<?> c) {
      if (l != null)
        sum = l.sum + r.sum;
    }
  }
  public static void main(String[] a) throws Exception {
    ForkJoinPool p = new ForkJoinPool(2);
    T t = new T(null, false);
    p.submit(t).join();
    System.out.println(t.sum);
    p.shutdown();
  }
}
