// wait and notify, with and without a time: no race.
public class Waits {
    private boolean full;
    private int item;

    void put(int x) throws InterruptedException {
        synchronized (this) {
            while (full) {
                wait();
            }
            item = x;
            full = true;
            notifyAll();
        }
    }

    synchronized int take() throws InterruptedException {
        while (!full) {
            wait(1000);
        }
        full = false;
        notify();
        return item;
    }

    public static void main(String[] args) throws Exception {
        Waits w = new Waits();
        int[] sum = new int[1];
        Thread consumer = new Thread(() -> {
            try {
                for (int i = 0; i < 20; i++) {
                    sum[0] += w.take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        consumer.start();
        for (int i = 0; i < 20; i++) {
            w.put(i);
        }
        consumer.join();
        System.out.println(sum[0]);
    }
}
