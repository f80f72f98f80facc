import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(1, new Factory());
        executor.submit(() -> { }).get();
        executor.shutdown();
    }
}

class Factory implements ThreadFactory {
    public Thread newThread(Runnable task) { //~ called by Main.main
        return new Thread(task);
    }
}
