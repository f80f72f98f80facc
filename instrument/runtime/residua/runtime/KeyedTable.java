package residua.runtime;

/** The instances of a context with one parameter: there is one for each key. */
public abstract class KeyedTable extends Table {
    private final Keys keys;
    /** All instances, if some event reaches them without their key; else null. */
    private final Roster roster;

    /**
     * An empty table.
     *
     * @param byEquals whether keys are compared by {@code equals}
     * @param weak whether keys may be held weakly
     * @param lasts whether finalizers may raise events of objects to which weak references have been cleared
     * @param listed whether {@link #all} is needed
     * @param carrier by which objects carry their keys; null where they do not
     */
    protected KeyedTable(boolean byEquals, boolean weak, boolean lasts, boolean listed, LateCarrier carrier) {
        super(lasts);
        keys = Keys.of(this, 0, byEquals, weak, carrier);
        roster = listed ? new Roster() : null;
    }

    /** A key that knows its instance. */
    private static final class Named extends DescribedKey {
        private Instance instance;

        Named(Object object, boolean weak, boolean lasts, Instance instance) {
            super(object, weak, lasts);
            this.instance = instance;
            instance.key = this;
        }

        @Override
        void letGo() {
            instance = null;
        }
    }

    /** A new instance, not begun. */
    protected abstract Instance make();

    /** The instance for this object; null if there is none. */
    public final Instance find(Object object) {
        Named key = (Named) keys.find(object);
        return key == null ? null : key.instance;
    }

    /** The instance for this object, made if there is none. */
    public final Instance obtain(Object object) {
        Instance found = find(object);
        return found != null ? found : begin(((Named) keys.add(object)).instance);
    }

    private Instance begin(Instance made) {
        if (roster != null) {
            roster.add(made);
        }
        made.beginInstance();
        return made;
    }

    @Override
    public final Instance[] all() {
        return roster == null ? NONE : roster.living();
    }

    @Override
    final Key makeKey(int position, Object object, boolean weak) {
        if (roster != null) {
            roster.prepare();
        }
        return new Named(object, weak, lasts, make());
    }

    @Override
    final int ask(int delivery, long positions) {
        return keys.ask(delivery);
    }

    @Override
    final boolean hears(Key key, int delivery) {
        return ((Named) key).instance.instanceHears(delivery);
    }

    @Override
    final boolean drop(Key key, int position) {
        Instance instance = ((Named) key).instance;
        if (instance == null) {
            return true;
        }
        if (roster != null && !instance.isInstanceForgotten() && instance.instanceMattersWithout(0)) {
            return false;
        }
        instance.retire();
        return true;
    }

    @Override
    final void remove(Instance instance) {
        keys.remove(instance.key);
        instance.retire();
    }
}
