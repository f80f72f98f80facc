package residua.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;

/**
 * Asks whether the object of a weakly held key has been collected. {@link Reference#get} would keep it for another round where
 * garbage is collected while the program runs; since Java 16 one can ask without getting.
 */
final class Cleared {
    /** {@code boolean Reference.refersTo(Object)}; null where there is none. */
    private static final MethodHandle REFERS_TO = refersTo();

    private Cleared() {}

    static boolean is(Key key) {
        if (REFERS_TO == null) {
            return key.object() == null;
        }
        try {
            return (boolean) REFERS_TO.invokeExact((Reference<?>) key, (Object) null) && key.strong() == null;
        } catch (Throwable impossible) {
            return key.object() == null;
        }
    }

    private static MethodHandle refersTo() {
        try {
            MethodType type = MethodType.methodType(boolean.class, Object.class);
            return MethodHandles.publicLookup().findVirtual(Reference.class, "refersTo", type);
        } catch (ReflectiveOperationException beforeJava16) {
            return null;
        }
    }
}
