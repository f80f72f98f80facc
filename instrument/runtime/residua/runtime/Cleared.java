package residua.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;

/**
 * Asks whether the object of a key has been collected. {@link Reference#get} would keep it for another round where garbage is
 * collected while the program runs; since Java 16 one can ask without getting.
 */
final class Cleared {
    /** {@code boolean Reference.refersTo(Object)}; null where there is none. */
    private static final MethodHandle REFERS_TO = refersTo();

    private Cleared() {}

    static boolean is(Key key) {
        return (isTold() ? refersTo(key, null) : key.get() == null) && key.isLetGo();
    }

    /** Whether references tell whether they are of an object. */
    static boolean isTold() {
        return REFERS_TO != null;
    }

    /** Whether a reference is of an object, or of none where that is null; only where references tell. */
    static boolean refersTo(Reference<?> reference, Object object) {
        try {
            return (boolean) REFERS_TO.invokeExact(reference, object);
        } catch (Throwable impossible) {
            return false;
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
