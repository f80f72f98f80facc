// Chains of completable futures: no race.
import java.util.concurrent.CompletableFuture;

public class Futures {
    static int a;
    static int b;
    static int c;

    public static void main(String[] args) throws Exception {
        a = 1;
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> { b = a + 1; return b; });
        CompletableFuture<Integer> second = first.thenApplyAsync(x -> { c = b + x; return c; });
        CompletableFuture<Void> third = second.thenAccept(x -> a = x);
        third.get();
        System.out.println(a + b + c);
        CompletableFuture<String> made = new CompletableFuture<>();
        new Thread(() -> { a = 7; made.complete("done"); }).start();
        System.out.println(made.join() + a);
        CompletableFuture<Integer> fails = CompletableFuture.supplyAsync(() -> { a = 8; throw new IllegalStateException(); });
        try {
            fails.join();
        } catch (RuntimeException e) {
            System.out.println(a);
        }
    }
}
