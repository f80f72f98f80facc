// Items of a publisher come after what was done before they were submitted.
import java.util.concurrent.*;
public class Publisher {
  public static void main(String[] a) throws Exception {
    int[] sum = new int[1];
    SubmissionPublisher<int[]> p = new SubmissionPublisher<>();
    CompletableFuture<Void> f = p.consume(v -> {
      sum[0] += v[0];
    });
    int[] v = new int[1];
    v[0] = 3;
    p.submit(v);
    p.close();
    f.get();
    System.out.println(sum[0]);
  }
}
