import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

public class Main {
    public interface GaugeMXBean {
        Usage getUsage();
    }

    public static class Gauge implements GaugeMXBean {
        public Usage getUsage() { //~ called by Main.main
            return new Usage();
        }
    }

    public static class Usage {
        public int getUsed() { //~ called by Main.main
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("residua:type=Gauge");
        server.registerMBean(new Gauge(), name); //~ opens registerMBean
        server.getAttribute(name, "Usage");
        server.unregisterMBean(name);
    }
}
