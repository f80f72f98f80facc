package residua.runtime;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/**
 * What a key has of its object when weak references to it have been cleared. That happens before finalizers run (JLS 12.6), which may
 * still raise events of what they reach; a phantom reference is cleared when they have.
 *
 * <p>Since Java 16 a phantom reference tells whether it is of an object. Before, the object is known by its class and its identity
 * hash, which another object that finalizers reach at the same time may have as well, though hardly ever.
 */
final class Lasting extends PhantomReference<Object> {
    /** Where it is said that objects have gone; null where references tell. */
    private static final ReferenceQueue<Object> GONE = Cleared.isTold() ? null : new ReferenceQueue<>();

    final Class<?> type;
    private boolean isGone;

    Lasting(Object object) {
        super(object, GONE);
        type = object.getClass();
    }

    /** Whether this is of an object that has the hash of this one's. */
    boolean isOf(Object object) {
        return GONE == null ? Cleared.refersTo(this, object) : !isGone() && type == object.getClass();
    }

    /** Whether no finalizer may reach the object any more. */
    boolean isGone() {
        if (GONE == null) {
            return Cleared.refersTo(this, null);
        }
        synchronized (GONE) {
            for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
                ((Lasting) gone).isGone = true;
                gone.clear();
            }
            return isGone;
        }
    }
}
