import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Raises an event that no object reacts to, again and again; says how many nanoseconds of its processor each took. */
public class Silent {
    private long state = 0x9E3779B97F4A7C15L;

    /** A little work: a step of a xorshift generator. */
    void read() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
    }

    void close() {}

    /** The number of events, raised in ten passes; the quickest counts. */
    public static void main(String[] arguments) {
        long events = Long.parseLong(arguments[0]);
        Silent[] all = {new Silent(), new Silent(), new Silent(), new Silent()};
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double best = Double.MAX_VALUE;
        for (int pass = 0; pass < 10; pass++) {
            long begun = threads.getCurrentThreadCpuTime();
            read(all, events / 10);
            best = Math.min(best, (threads.getCurrentThreadCpuTime() - begun) / (events / 10.0));
        }
        long sum = 0;
        for (Silent each : all) {
            sum += each.state;
        }
        System.out.println(best + " " + sum);
    }

    private static void read(Silent[] all, long events) {
        for (long n = 0; n < events; n++) {
            all[(int) n & 3].read();
        }
    }
}
