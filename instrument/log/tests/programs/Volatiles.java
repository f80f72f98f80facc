// A volatile flag publishes a plain field: no race. The counter is not published.
// race: 21 26
public class Volatiles {
    static int data;
    static int counter;
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread() {
            @Override
            public void run() {
                while (!ready) {
                    Thread.onSpinWait();
                }
                if (data != 42) {
                    throw new AssertionError();
                }
                try {
                    Thread.sleep(50);
                } catch (InterruptedException e) { return; }
                counter = 2;
            }
        };
        reader.start();
        data = 42;
        ready = true; counter = 1;
        reader.join();
        System.out.println(data);
    }
}
