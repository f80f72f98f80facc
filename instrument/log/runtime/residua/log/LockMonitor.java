package residua.log;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/** The monitor of an object that is a lock itself: a thread may hold one of them without the other. */
final class LockMonitor {
    /** By the number of the lock. Few programs have one, so none is ever removed. */
    private static final ConcurrentMap<Integer, LockMonitor> ALL = new ConcurrentHashMap<>();

    final String name;

    private LockMonitor(Object lock) {
        name = "monitor of " + lock.getClass().getTypeName();
    }

    /** The object that events of an object's monitor are about. */
    static Object of(Object object) {
        if (object instanceof Lock || object instanceof ReadWriteLock) {
            return ALL.computeIfAbsent(Identities.of(object), number -> new LockMonitor(object));
        }
        return object;
    }
}
