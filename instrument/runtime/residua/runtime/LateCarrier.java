package residua.runtime;

/**
 * A {@link Carrier} that is made when the first object comes whose key is looked for. Before, the class of the objects need not be there:
 * programs may define classes themselves.
 */
public final class LateCarrier {
    private final String name;
    private final Class<?> monitors;
    /** Decided once, for all objects. */
    private volatile Carrier made;

    /**
     * Not made yet.
     *
     * @param name of the class of the carrier
     * @param monitors the class of the monitors
     */
    public LateCarrier(String name, Class<?> monitors) {
        this.name = name;
        this.monitors = monitors;
    }

    private Carrier made() {
        Carrier carrier = made;
        return carrier != null ? carrier : make();
    }

    private synchronized Carrier make() {
        if (made == null) {
            made = Carrier.of(name, monitors);
        }
        return made;
    }

    /** Whether an object, which is not null, carries its key. */
    boolean carries(Object object) {
        return !(object instanceof LoopIterator) && made().carries(object);
    }

    /** The key of an object, for which {@link #carries} holds; null if there is none. May be called by any thread. */
    Key key(Object object) {
        Key key;
        try {
            key = (Key) made().get(object);
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        return key != null && key.isOf(object) ? key : null;
    }

    /** Makes an object, for which {@link #carries} holds, carry its key. */
    void carry(Object object, Key key) {
        try {
            made().set(object, key);
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Makes an object carry a key no more. */
    void drop(Object object, Key key) {
        if (key(object) == key) {
            carry(object, null);
        }
    }
}
