package residua.sink;

import java.util.Map;

/** The reports of a program so far, as JMX shows them. */
public interface JmxMXBean {
    /** The number of reports. */
    long getCount();

    /** The number of reports of each property that has some, by its name. */
    Map<String, Long> getCountByProperty();

    /** The last report, or an empty text. */
    String getLast();
}
