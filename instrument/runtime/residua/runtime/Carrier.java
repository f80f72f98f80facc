package residua.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * Where the objects of a class of the program carry their keys of one parameter of one table: in a field that weaving has added to
 * the class. What stands there counts only if its weakly held object is the one that carries it: {@code clone()} copies fields.
 *
 * <p>Weaving adds a subclass beside the class.
 */
public abstract class Carrier {
    /** By this no object carries anything. */
    private static final Carrier NONE = new Carrier() {
        @Override
        protected boolean carries(Object object) {
            return false;
        }

        @Override
        protected Object get(Object object) {
            return null;
        }

        @Override
        protected void set(Object object, Object key) {
            throw new IllegalStateException();
        }
    };

    /** For subclasses. */
    protected Carrier() {}

    /** Whether an object is of the class; null is none. */
    protected abstract boolean carries(Object object);

    /**
     * What an object carries.
     *
     * @param object for which {@link #carries} holds
     */
    protected abstract Object get(Object object) throws Throwable;

    /**
     * Gives an object what it is to carry.
     *
     * @param object for which {@link #carries} holds
     * @param key that, or null
     */
    protected abstract void set(Object object, Object key) throws Throwable;

    /**
     * A carrier; one by which no object carries anything where the field is not there, or not for it: then keys are found by hashes.
     *
     * <p>All must come from the class loader of the monitors. So no field has keys of two monitors: a class loader has one class of a
     * name.
     *
     * @param name of its class
     * @param monitors the class of the monitors
     */
    static Carrier of(String name, Class<?> monitors) {
        try {
            Class<?> found = Class.forName(name, true, monitors.getClassLoader());
            if (found.getClassLoader() != monitors.getClassLoader()) {
                return NONE;
            }
            Carrier carrier = (Carrier) found.getConstructor().newInstance();
            return carrier.isLinked() ? carrier : NONE;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError notReachable) {
            return NONE;
        }
    }

    /** Whether the field is there and can be reached; where it is, null has none. */
    private boolean isLinked() {
        try {
            get(null);
            return false;
        } catch (NullPointerException linked) {
            return true;
        } catch (Throwable notLinked) {
            return false;
        }
    }

    /**
     * What reads a field.
     *
     * @param of the class that has it
     * @param name of the field
     * @param carrier whose handle it is
     */
    protected static MethodHandle getter(Class<?> of, String name, Class<?> carrier) throws ReflectiveOperationException {
        return MethodHandles.lookup().unreflectGetter(reachable(of, name, carrier));
    }

    /** What writes it. */
    protected static MethodHandle setter(Class<?> of, String name, Class<?> carrier) throws ReflectiveOperationException {
        return MethodHandles.lookup().unreflectSetter(reachable(of, name, carrier));
    }

    private static Field reachable(Class<?> of, String name, Class<?> carrier) throws ReflectiveOperationException {
        if (of.getClassLoader() != carrier.getClassLoader()) {
            throw new IllegalAccessException("a class of another class loader");
        }
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
