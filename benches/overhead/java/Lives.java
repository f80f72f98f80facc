import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/** Makes objects that live for two events each, and says what is left of their monitors in the end. */
public class Lives {
    private boolean open;

    void open() {
        open = true;
    }

    void close() {
        open = false;
    }

    /** The number of objects. */
    public static void main(String[] arguments) throws Exception {
        live(Long.parseLong(arguments[0]));
        System.gc();
        // What has been collected is found when new objects come.
        live(128);
        System.gc();
        System.out.println(instances());
    }

    private static void live(long lives) {
        for (long n = 0; n < lives; n++) {
            Lives life = new Lives();
            life.open();
            life.close();
        }
    }

    /** How many instances of monitors the heap holds. */
    private static long instances() throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
            new Object[] {new String[0]}, new String[] {String[].class.getName()});
        long instances = 0;
        for (String line : histogram.split("\n")) {
            String[] columns = line.trim().split("\\s+");
            if (columns.length > 3 && columns[3].startsWith("residua.monitors.") && columns[3].contains("$ResiduaX")) {
                instances += Long.parseLong(columns[1]);
            }
        }
        return instances;
    }
}
