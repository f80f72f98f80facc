package residua.runtime;

/** What an instance is made for: a key for each parameter of its context, null where it is unbound. */
final class Tuple {
    final ParameterKey[] keys;
    /** Bit n is set where parameter n is bound. */
    final long domain;
    /** How many instances the table had made before the one that is made for this. */
    long number;

    Tuple(ParameterKey[] keys) {
        this.keys = keys;
        long bound = 0;
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != null) {
                bound |= 1L << i;
            }
        }
        domain = bound;
    }

    /** The key by which the instance for some of the keys is found: that of the last parameter. */
    ParameterKey home(long part) {
        return keys[63 - Long.numberOfLeadingZeros(part)];
    }

    /** Whether all parameters of a set are bound. */
    boolean binds(long part) {
        return (part & ~domain) == 0;
    }

    /** The keys of the parameters in {@code part} alone. */
    Tuple restrict(long part) {
        ParameterKey[] some = new ParameterKey[keys.length];
        for (int i = 0; i < keys.length; i++) {
            some[i] = (part >> i & 1) != 0 ? keys[i] : null;
        }
        return new Tuple(some);
    }

    /** Whether no parameter is bound to two different keys by the two. */
    boolean agrees(Tuple other) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != null && other.keys[i] != null && keys[i] != other.keys[i]) {
                return false;
            }
        }
        return true;
    }

    /** Binds what either binds; they agree. */
    Tuple join(Tuple other) {
        ParameterKey[] both = keys.clone();
        for (int i = 0; i < both.length; i++) {
            if (both[i] == null) {
                both[i] = other.keys[i];
            }
        }
        return new Tuple(both);
    }

    /** Whether this binds every parameter that {@code less} binds, to the same key. */
    boolean extendsTuple(Tuple less) {
        return (less.domain & ~domain) == 0 && agrees(less);
    }

    @Override
    public int hashCode() {
        int mixed = 0;
        for (ParameterKey key : keys) {
            mixed = (mixed + (key == null ? 0 : key.hash())) * 31;
        }
        return mixed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple && ((Tuple) other).domain == domain && agrees((Tuple) other);
    }
}
