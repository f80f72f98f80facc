package residua.runtime;

/** A key that can be described when its object has been collected; it may hold it strongly, and be found by its hash. */
class DescribedKey extends Key {
    /** The object where it is held strongly; its class where it is held weakly. */
    private final Object held;
    private final boolean weak;
    /** By which it is found; else that of the object's identity, once it has been asked for. */
    private int hash;
    private boolean isHashed;
    private boolean hasEnded;
    /** How many objects are described whose hash was not asked for as long as they were there. */
    private static int unknown;

    /**
     * A key.
     *
     * @param object the object
     * @param weak whether the object may be collected
     */
    DescribedKey(Object object, boolean weak) {
        super(weak ? object : null);
        this.held = weak ? LoopIterator.behind(object).getClass() : object;
        this.weak = weak;
    }

    @Override
    final void foundBy(int its) {
        hash = its;
        isHashed = true;
    }

    @Override
    final Object strong() {
        return weak ? null : held;
    }

    @Override
    final int hash() {
        if (!isHashed) {
            isHashed = true;
            Object object = object();
            // Any number is as good for what nobody can see any more.
            hash = object != null ? System.identityHashCode(LoopIterator.behind(object)) : ++unknown * 0x9E3779B9 >>> 1;
        }
        return hash;
    }

    @Override
    final void end() {
        hasEnded = true;
    }

    @Override
    final boolean hasEnded() {
        return hasEnded;
    }

    /** Class name, {@code @} and identity hash of the object, also after it has been collected. */
    final String describe() {
        return weak ? describe((Class<?>) held, hash()) : describe(held);
    }
}
