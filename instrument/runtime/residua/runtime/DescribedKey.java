package residua.runtime;

/** A key that can be described when its object has been collected; it may hold it strongly, and be found by its hash. */
class DescribedKey extends Key {
    /** The object where it is held strongly; its class where it is held weakly. */
    private final Object held;
    private final boolean weak;
    private final int hash;

    /**
     * A key.
     *
     * @param object the object
     * @param hash by which it is found; that of the object's identity where it is held weakly
     * @param weak whether the object may be collected
     */
    DescribedKey(Object object, int hash, boolean weak) {
        super(weak ? object : null);
        this.held = weak ? object.getClass() : object;
        this.weak = weak;
        this.hash = hash;
    }

    @Override
    final Object strong() {
        return weak ? null : held;
    }

    @Override
    final int hash() {
        return hash;
    }

    /** Class name, {@code @} and identity hash of the object, also after it has been collected. */
    final String describe() {
        return weak ? describe((Class<?>) held, hash) : describe(held);
    }
}
