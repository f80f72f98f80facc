package residua.runtime;

import java.lang.ref.WeakReference;

/**
 * An object that instances are made for, in the place of one parameter.
 *
 * <p>Nothing is told of keys whose objects have been collected: {@link Keys} looks for them when there is something to gain.
 */
class Key extends WeakReference<Object> {
    /** The object where it is held strongly; its class where it is held weakly. */
    private final Object held;
    private final boolean weak;
    /** The hash by which {@link Keys} finds it; that of the object's identity where it is held weakly. */
    final int hash;

    /**
     * A key.
     *
     * @param object the object; null for the key of nothing
     * @param hash by which it is found
     * @param weak whether the object may be collected
     */
    Key(Object object, int hash, boolean weak) {
        super(weak ? object : null);
        this.held = weak ? object.getClass() : object;
        this.weak = weak;
        this.hash = hash;
    }

    /** The object; null where it has been collected. */
    final Object object() {
        return weak ? get() : held;
    }

    /** Class name, {@code @} and identity hash of the object, also after it has been collected. */
    final String describe() {
        Class<?> type = weak ? (Class<?>) held : held.getClass();
        return type.getName() + "@" + Integer.toHexString(weak ? hash : System.identityHashCode(held));
    }
}
