package residua.runtime;

/**
 * An instance and its key in one: of a context with one parameter, compared by identity, whose properties are automata and nothing
 * else. Generated subclasses hold the states. There may be one for each object that the program makes, so it has nothing else.
 */
public abstract class Automaton extends Key {
    /**
     * In the initial states.
     *
     * @param object what it is made for
     */
    protected Automaton(Object object) {
        super(object);
    }

    /**
     * Whether the state of some property has a transition on the events of a delivery.
     *
     * @param delivery number of the delivery
     */
    protected boolean instanceHears(int delivery) {
        return true;
    }

    @Override
    int hash() {
        return System.identityHashCode(get());
    }
}
