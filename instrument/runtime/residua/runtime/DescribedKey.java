package residua.runtime;

/** A key that can be described when its object has been collected; it may hold it strongly, and be found by its hash. */
class DescribedKey extends Key {
    /** The object where it is held strongly; its class where it is held weakly, or {@link Lasting what lasts} of it. */
    private final Object held;
    private final boolean weak;
    /** By which it is found; else that of the object's identity, once it has been asked for. */
    private int hash;
    private boolean isHashed;
    private boolean hasEnded;
    private int place;
    /** How many objects are described whose hash was not asked for as long as they were there. */
    private static int unknown;

    /**
     * A key.
     *
     * @param object the object
     * @param weak whether the object may be collected
     * @param lasts whether finalizers may raise events of it then
     */
    DescribedKey(Object object, boolean weak, boolean lasts) {
        super(weak ? object : null);
        this.held = weak ? lasts && !(object instanceof LoopIterator) ? new Lasting(object) : type(object) : object;
        this.weak = weak;
    }

    @Override
    final void foundBy(int its) {
        hash = its;
        isHashed = true;
    }

    private static Class<?> type(Object object) {
        return LoopIterator.behind(object).getClass();
    }

    @Override
    final Object strong() {
        return weak ? null : held;
    }

    @Override
    final boolean isHeld(Object object) {
        if (!weak) {
            return held == object;
        }
        return held instanceof Lasting && System.identityHashCode(object) == hash && ((Lasting) held).isOf(object);
    }

    @Override
    final boolean isLetGo() {
        return weak && (!(held instanceof Lasting) || ((Lasting) held).isGone());
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
    final void placedAt(int its) {
        place = its;
    }

    @Override
    final int place() {
        return place;
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
        if (!weak) {
            return describe(held);
        }
        return describe(held instanceof Lasting ? ((Lasting) held).type : (Class<?>) held, hash());
    }
}
