package residua.runtime;

import java.util.function.IntFunction;

/**
 * Keys under identity that their objects carry: found without hashes, which cost as much to compute as a short-lived object to make.
 * They stand in the log, as somebody may ask what they hear, and instances are dropped with them. Objects that carry none, as they
 * are not of the class with the field, have {@link HashedKeys}.
 */
final class CarriedKeys extends Keys {
    private final Carrier carrier;
    /** The keys of objects that carry none; null as long as there are none. */
    private HashedKeys others;

    CarriedKeys(Table table, int position, boolean weak, Carrier carrier) {
        super(table, position, weak);
        this.carrier = carrier;
    }

    @Override
    Key find(Object object) {
        if (carrier.carries(object)) {
            return carrier.key(object);
        }
        return others == null ? null : others.find(object);
    }

    @Override
    Key seen(Object object) {
        if (carrier.carries(object)) {
            return carrier.key(object);
        }
        HashedKeys hashed = others;
        return hashed == null ? null : hashed.seen(object);
    }

    @Override
    boolean hasMissed(Object object) {
        HashedKeys hashed = others;
        return carrier.carries(object) || hashed == null || hashed.hasMissed(object);
    }

    @Override
    Key add(Object object) {
        if (carrier.carries(object)) {
            return make(object, 0);
        }
        if (others == null) {
            others = new HashedKeys(table, position, false, weak);
        }
        return others.add(object);
    }

    @Override
    Key enter(Object object, int unused) {
        prepare();
        Key key = table.makeKey(position, object, weak);
        if (table.mayOutlive(position)) {
            key.foundBy(System.identityHashCode(object));
        }
        // First: what is found has to be asked.
        append(key);
        carrier.carry(object, key);
        return key;
    }

    @Override
    void forgetEnded() {
        if (others != null) {
            others.forgetEnded();
        }
    }

    /** Its place in the log, which is not known, is empty after the next sweep. */
    @Override
    void remove(Key key) {
        Object object = key.object();
        if (object != null && !carrier.carries(object)) {
            others.remove(key);
            return;
        }
        key.end();
        if (object != null) {
            carrier.drop(object, key);
        }
    }

    @Override
    int ask(int delivery) {
        int asked = super.ask(delivery);
        if (asked < 0 || others == null) {
            return asked;
        }
        int more = others.ask(delivery);
        return more < 0 ? ~(asked + ~more) : asked + more;
    }

    @Override
    void moveTo(IntFunction<HashedKeys> place) {
        if (others != null) {
            others.moveTo(place);
        }
        forgetAll();
    }

    @Override
    void makeRoom() {
        // The log is all there is.
    }

    @Override
    void forgetLast() {
        // None is noted.
    }

    @Override
    void compact() {
        closeGaps();
    }

    @Override
    void compactInPlace() {
        closeGaps();
    }
}
