package residua.runtime;

import java.util.function.IntFunction;

/**
 * Keys under identity that their objects carry: found without hashes, which cost as much to compute as a short-lived object to make.
 * They stand in the log, as somebody may ask what they hear, and instances are dropped with them. Objects that carry none, as they
 * are not of the class with the field, have {@link HashedKeys}.
 */
final class CarriedKeys extends Keys {
    private final LateCarrier carrier;
    /** The keys of objects that carry none; null as long as there are none. */
    private HashedKeys others;

    CarriedKeys(Table table, int position, boolean weak, LateCarrier carrier) {
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
        key.placedAt(size() - 1);
        carrier.carry(object, key);
        return key;
    }

    @Override
    void forgetEnded() {
        if (others != null) {
            others.forgetEnded();
        }
    }

    @Override
    void remove(Key key) {
        if (key.place() == 0) {
            others.remove(key);
            return;
        }
        if (key.place() < size() && at(key.place()) == key) {
            forget(key.place());
        }
        Object object = key.object();
        if (object != null) {
            // Else it would be found still, and nobody asks it what it hears.
            carrier.drop(object, key);
        }
        key.letGo();
    }

    @Override
    void dropped(Key key) {
        key.letGo();
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
        compactInPlace();
    }

    @Override
    void compactInPlace() {
        closeGaps();
        for (int place = 1; place < size(); place++) {
            at(place).placedAt(place);
        }
    }
}
