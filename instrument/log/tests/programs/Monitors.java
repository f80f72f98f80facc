// Blocks, methods and static methods with one lock each: no race.
public class Monitors {
    private int guarded;
    private static int shared;
    private final int[] cells = new int[2];

    synchronized void add(int by) {
        guarded += by;
        if (guarded == 3) {
            throw new IllegalStateException();
        }
    }

    static synchronized int share() {
        return ++shared;
    }

    void cell(int i) {
        synchronized (cells) {
            cells[i]++;
            if (i == 1) {
                return;
            }
            cells[1 - i]--;
        }
    }

    public static void main(String[] args) throws Exception {
        Monitors m = new Monitors();
        Runnable all = () -> {
            for (int i = 0; i < 3; i++) {
                try {
                    m.add(1);
                } catch (IllegalStateException e) {
                    m.cell(0);
                }
                share();
                m.cell(i % 2);
            }
        };
        Thread a = new Thread(all), b = new Thread(all);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(m.guarded + " " + shared + " " + m.cells[0]);
    }
}
