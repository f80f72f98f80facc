// Stages of futures run on an executor of the program.
import java.util.concurrent.*;
public class ProgramExecutor {
  static int a;
  public static void main(String[] z) throws Exception {
    Executor per = r -> new Thread(r).start();
    CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 1, per)
      .thenApplyAsync(v -> {
        a++;
        return v;
      }, per).thenApply(v -> {
        a++;
        return v;
      });
    f.join();
    a++;
    System.out.println(a);
  }
}
