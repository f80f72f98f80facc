package residua.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What calls of the library may do to objects and arrays that no row of the table describes: they touch them, or peek at
 * them. {@code touches.rs} says what such an event stands for.
 */
public final class Touches {
    /** For each call the class of the latest receiver that is one of the program, and whether its method is the library's. */
    private static final ConcurrentHashMap<Integer, Owner> OWNERS = new ConcurrentHashMap<>();

    private Touches() {}

    private static final class Owner {
        final Class<?> type;
        final boolean isLibrary;

        /** A method that no class declares is the one of an interface, perhaps of the library. */
        Owner(Class<?> type, Class<?> declaring) {
            this.type = type;
            this.isLibrary = declaring == null || Library.isLibrary(declaring);
        }
    }

    /** Returns whether a method is the library's: the class of the receiver may have one of its own. */
    private static boolean isOfLibrary(Object receiver, int call) {
        if (receiver == null || Library.isLibrary(receiver.getClass())) {
            return true;
        }
        Class<?> type = receiver.getClass();
        Owner owner = OWNERS.get(call);
        if (owner == null || owner.type != type) {
            owner = new Owner(type, Models.declaring(type, call));
            OWNERS.put(call, owner);
        }
        return owner.isLibrary;
    }

    /** How a call uses an argument that nothing else is known of. */
    private static Effect use(Object object) {
        return object.getClass().isArray() || object == System.class ? Effect.TOUCH : Models.reading(object.getClass());
    }

    static boolean isUsed(Object object) {
        return object != null && use(object) != Effect.NONE;
    }

    /** A call of the library may use an argument, or has used it: a collection, a text that changes, an array, a stream. */
    public static void uses(Object argument, Object receiver, int call, int site) {
        argument(argument, receiver, call, false, site);
    }

    /** A call of the library may ask an object for its text, or compare it. It may do anything with an array. */
    public static void asks(Object argument, Object receiver, int call, int site) {
        argument(argument, receiver, call, argument != null && !argument.getClass().isArray(), site);
    }

    /** A call of the library reads an array, or has read it, and writes none of its elements. */
    public static void peeks(Object array, Object receiver, int call, int site) {
        argument(array, receiver, call, true, site);
    }

    /** The library will read a collection, which may race. */
    public static void reads(Object argument, Object receiver, int call, int site) {
        Buffer buffer;
        if (!isPlain(argument)) {
            asks(argument, receiver, call, site);
        } else if (isOfLibrary(receiver, call) && (buffer = Buffer.current()) != null) {
            Identities.Node node = Identities.node(argument);
            bases(buffer, node, true, site);
            event(buffer, Library.of(node), Library.READ, site);
        }
    }

    /** The library has read a collection. */
    public static void hasRead(Object argument, Object receiver, int call, int site) {
        if (!isPlain(argument)) {
            asks(argument, receiver, call, site);
        }
    }

    /** Returns whether an object is a collection that does not order threads. */
    private static boolean isPlain(Object object) {
        return object != null && use(object) == Effect.READ && !isSynchronized(Identities.node(object));
    }

    private static boolean isSynchronized(Identities.Node node) {
        return node.note instanceof Library.View && ((Library.View) node.note).isSynchronized;
    }

    private static void argument(Object argument, Object receiver, int call, boolean onlyPeeks, int site) {
        Buffer buffer;
        if (isUsed(argument) && isOfLibrary(receiver, call) && (buffer = Buffer.current()) != null) {
            argument(buffer, argument, onlyPeeks, null, site);
        }
    }

    /** An argument with what it is made of. A call may ask for the text of each element of an array. */
    private static void argument(Buffer buffer, Object argument, boolean onlyPeeks, Set<Object> known, int site) {
        Identities.Node node = Identities.node(argument);
        one(buffer, node, onlyPeeks, site);
        bases(buffer, node, onlyPeeks, site);
        if (argument instanceof Object[]) {
            elements(buffer, (Object[]) argument, onlyPeeks, known, site);
        }
    }

    /** The elements of an array, and of arrays in it that are not known. */
    static void elements(Buffer buffer, Object[] array, boolean onlyPeeks, Set<Object> known, int site) {
        Set<Object> arrays = known;
        for (Object element : array) {
            if (!isUsed(element)) {
                continue;
            }
            if (element.getClass().isArray()) {
                if (arrays == null) {
                    arrays = Collections.newSetFromMap(new IdentityHashMap<>());
                    arrays.add(array);
                }
                if (!arrays.add(element)) {
                    continue;
                }
            }
            argument(buffer, element, onlyPeeks, arrays, site);
        }
    }

    /** Events of all that an object was made of. */
    static void bases(Buffer buffer, Identities.Node node, boolean onlyPeeks, int site) {
        if (node.bases.length == 0) {
            return;
        }
        List<Identities.Node> all = new ArrayList<>(Arrays.asList(node.bases));
        for (int i = 0; i < all.size(); i++) {
            Identities.Node base = all.get(i);
            one(buffer, base, onlyPeeks, site);
            for (Identities.Node next : base.bases) {
                if (next != node && !all.contains(next)) {
                    all.add(next);
                }
            }
        }
    }

    private static void one(Buffer buffer, Identities.Node node, boolean onlyPeeks, int site) {
        Object object = node.get();
        if (object == null) {
            // Nobody has it any more.
            return;
        }
        Effect own = use(object);
        if (isSynchronized(node)) {
            own = Library.synchronizedAs(own);
        }
        switch (own) {
            case READ:
            case WRITE:
            case CHANGE:
            case PEEK:
            case TOUCH:
                event(buffer, Library.of(node), onlyPeeks ? Library.PEEK : Library.TOUCH, site);
                break;
            case LOOK:
            case BOTH:
                event(buffer, Library.of(node), onlyPeeks ? Library.LOOK : Library.UPDATE, site);
                break;
            case ALL:
                event(buffer, node, onlyPeeks ? Library.PEEK : Library.TOUCH, site);
                if (!onlyPeeks) {
                    buffer.ordered(Library.UPDATE, Library.ALL, Library.STATE, site);
                }
                break;
            default:
                break;
        }
    }

    private static void event(Buffer buffer, Identities.Node node, int kind, int site) {
        node.usedBy(buffer.number);
        buffer.ordered(kind, node.id, Library.STATE, site);
    }

    /** A call of the library has made an object, perhaps of one that it was given, which calls on it then use as well. */
    public static void made(Object result, Object argument) {
        boolean isPossible = isUsed(result) && isUsed(argument) && result != argument && Buffer.current() != null;
        if (isPossible) {
            Identities.node(result).madeOf(Identities.node(argument));
        }
    }

    /** The program accesses a field that an object has of its class in the library. */
    public static void accesses(Object object, boolean writes, int site) {
        if (object != null) {
            looks(object, writes, site);
        }
    }

    /** A call looks at the state of an object that only a few calls change, or changes it. */
    static void looks(Object object, boolean changes, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            event(buffer, Identities.node(object), changes ? Library.TOUCH : Library.PEEK, site);
        }
    }
}
