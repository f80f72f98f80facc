package residua.sink;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import residua.runtime.Violation;
import residua.runtime.ViolationHandler;

/**
 * Shows the number of reports as the MBean {@code residua:type=Violations}, which sends each report as a notification
 * {@code residua.violation}. For example, {@code jconsole} shows it.
 */
public final class Jmx extends NotificationBroadcasterSupport implements ViolationHandler, JmxMXBean {
    private static final String TYPE = "residua.violation";

    private final Map<String, Long> counts = new TreeMap<>();
    private long count;
    private String last = "";

    /**
     * Registers the MBean.
     *
     * @throws JMException if it cannot be registered
     */
    public Jmx() throws JMException {
        super(new MBeanNotificationInfo(new String[] {TYPE}, Notification.class.getName(), "a violation of a property"));
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName("residua:type=Violations"));
    }

    @Override
    public void violation(Violation violation) {
        sendNotification(new Notification(TYPE, this, count(violation), violation.toString()));
    }

    private synchronized long count(Violation violation) {
        counts.merge(violation.property, 1L, Long::sum);
        last = violation.toString();
        return ++count;
    }

    @Override
    public synchronized long getCount() {
        return count;
    }

    @Override
    public synchronized Map<String, Long> getCountByProperty() {
        return new TreeMap<>(counts);
    }

    @Override
    public synchronized String getLast() {
        return last;
    }
}
