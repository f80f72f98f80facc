// Two threads run one task, whose field looks as if it were its own.
// refused: two threads have run the same object at `Twice.run` (Twice.java:8)
public class Twice implements Runnable {
    private int count;

    @Override
    public void run() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        Twice twice = new Twice();
        Thread first = new Thread(twice);
        Thread second = new Thread(twice);
        first.start();
        first.join();
        second.start();
        second.join();
        System.out.println("end");
    }
}
