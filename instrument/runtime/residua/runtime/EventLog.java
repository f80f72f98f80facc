package residua.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Tells events of properties to the recorder of threads. The monitors that {@code residua record --property} makes call it; without
 * the recorder it does nothing.
 */
public final class EventLog {
    private static final Method RECORDER = recorder();

    private EventLog() {}

    private static Method recorder() {
        try {
            Class<?> events = Class.forName("residua.log.PropertyEvents");
            return events.getMethod("happened", String.class, Object[].class);
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }

    /** An event has happened. The bindings are names of parameters, each with its value behind it. */
    public static void happened(String event, Object... bindings) {
        if (RECORDER != null) {
            try {
                RECORDER.invoke(null, event, bindings);
            } catch (IllegalAccessException error) {
                throw new AssertionError(error);
            } catch (InvocationTargetException error) {
                throw new AssertionError(error.getCause());
            }
        }
    }
}
