import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

public class Main {
    public interface CounterMBean {
        int getCount();
    }

    public static class Counter implements CounterMBean {
        public int getCount() { //~ called by Main.main
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("residua:type=Counter");
        server.registerMBean(new Counter(), name); //~ opens registerMBean
        server.getAttribute(name, "Count");
        server.unregisterMBean(name);
    }
}
