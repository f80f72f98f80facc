package residua.runtime;

import java.lang.ref.WeakReference;

/**
 * What instances are made for, in the place of one parameter: an object, held weakly unless a subclass says otherwise.
 *
 * <p>Nothing is told of keys whose objects have been collected: {@link Keys} looks for them when there is something to gain.
 */
abstract class Key extends WeakReference<Object> {
    Key(Object object) {
        super(object);
    }

    /** The object; null where weak references to it have been cleared, unless it is held strongly. */
    final Object object() {
        Object object = get();
        return object != null ? object : strong();
    }

    /** Whether it is the object, which is not null. */
    final boolean isOf(Object object) {
        return get() == object || isHeld(object);
    }

    /** The object, if it is held strongly. */
    Object strong() {
        return null;
    }

    /** Whether it is the object, which is not null, where it is not held weakly alone. */
    boolean isHeld(Object object) {
        return false;
    }

    /** Whether nothing can be done with the object any more where weak references to it have been cleared. */
    boolean isLetGo() {
        return true;
    }

    /** The hash by which {@link HashedKeys} finds it; 0 where the object has been collected and the hash with it. */
    abstract int hash();

    /**
     * Notes the hash by which it is found: of the object's identity where it is held weakly. Not for what is found by other means,
     * so that its hash need not be computed.
     */
    void foundBy(int hash) {}

    /** Notes its place in the log of keys that are not found by it. */
    void placedAt(int place) {}

    /** The place; 0 if none has been noted. */
    int place() {
        return 0;
    }

    /** Forgets the instances that are made for it, which have been dropped: a clone of its object may still carry it. */
    void letGo() {}

    /**
     * The loop whose iterator it is for will not use it any more. That thread alone says so, whoever runs monitor code.
     */
    void end() {}

    /** Whether that has been said, and is seen here. */
    boolean hasEnded() {
        return false;
    }

    /** Whether anyone may look for it by its hash. */
    final boolean isSought() {
        return hash() != 0 || object() != null;
    }

    /** Class name, {@code @} and identity hash of an object. */
    static String describe(Object object) {
        Object described = LoopIterator.behind(object);
        return describe(described.getClass(), System.identityHashCode(described));
    }

    static String describe(Class<?> type, int hash) {
        return type.getName() + "@" + Integer.toHexString(hash);
    }
}
