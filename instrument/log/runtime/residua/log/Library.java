package residua.log;

import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.BaseStream;

/** Calls of the library: their events before and after, by the table of effects. */
public final class Library {
    // Aspects of objects: variables that the library keeps for them.
    static final int STATE = 0;
    static final int HANDED = 1;
    static final int DONE = 2;
    static final int INTERRUPT = 3;
    static final int PERMIT = 4;

    /** The object that stands for all of the library. */
    static final int ALL = 0;

    static final int READ = Kind.READ | Kind.LIBRARY;
    private static final int WRITE = Kind.WRITE | Kind.LIBRARY;
    static final int LOOK = Kind.VOLATILE_READ | Kind.LIBRARY;
    private static final int SET = Kind.VOLATILE_WRITE | Kind.LIBRARY;
    static final int UPDATE = Kind.UPDATE | Kind.LIBRARY;
    static final int PEEK = Kind.PEEK | Kind.LIBRARY;
    static final int TOUCH = Kind.TOUCH | Kind.LIBRARY;

    /** For each call the class of the latest receiver and its effect. */
    private static final ConcurrentHashMap<Integer, Choice> CHOICES = new ConcurrentHashMap<>();

    private static final ClassValue<Boolean> IS_LIBRARY = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            ClassLoader loader = type.getClassLoader();
            return loader == null || loader == ClassLoader.getPlatformClassLoader();
        }
    };

    /** Classes of locks whose {@code lock} is the library's: those of the program may inherit it. */
    private static final ClassValue<Boolean> IS_LOCK = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            Class<?> declaring = declaring(type, "lock", "()V");
            return declaring != null && isLibrary(declaring);
        }
    };

    private Library() {}

    private static final class Choice {
        final Class<?> type;
        final Effect effect;

        Choice(Class<?> type, Effect effect) {
            this.type = type;
            this.effect = effect;
        }
    }

    /**
     * A lock that no thread ever has. An attempt that fails nevertheless has no explanation: reorderings that contain
     * it begin as the run up to it.
     */
    private static final Object NEVER_HELD = new Object();

    /** A call that goes on: what is to be done after it. */
    private static final class Call {
        final Effect effect;
        final Buffer buffer;
        final int id;
        final int depth;
        final Object receiver;
        final Object argument;

        Call(Effect effect, Buffer buffer, int id, Object receiver, Object argument) {
            this.effect = effect;
            this.buffer = buffer;
            this.id = id;
            boolean isAtomic = effect == Effect.ATOMIC_READ || effect == Effect.ATOMIC_WRITE
                    || effect == Effect.ATOMIC_UPDATE || effect == Effect.COMPARE_AND_SET;
            this.depth = isAtomic ? Integer.MAX_VALUE : buffer.call(effect == Effect.ALL ? ALL : id);
            this.receiver = receiver;
            this.argument = argument;
        }
    }

    static boolean isLibrary(Class<?> type) {
        return IS_LIBRARY.get(type);
    }

    static boolean isLibraryLock(Class<?> type) {
        return IS_LOCK.get(type);
    }

    static boolean isLibrary(Object object) {
        return object != null && IS_LIBRARY.get(object.getClass());
    }

    /** The class that declares the method which an object of a class has; null if it is an interface's. */
    static Class<?> declaring(Class<?> type, String name, String descriptor) {
        Class<?>[] parameters;
        try {
            ClassLoader loader = type.getClassLoader();
            parameters = MethodType.fromMethodDescriptorString(descriptor, loader).parameterArray();
        } catch (RuntimeException | LinkageError missing) {
            return null;
        }
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            try {
                return above.getDeclaredMethod(name, parameters).getDeclaringClass();
            } catch (NoSuchMethodException | LinkageError next) {
                // The method is above.
            }
        }
        return null;
    }

    private static Effect effect(Object receiver, int call) {
        Class<?> type = receiver == null ? null : receiver.getClass();
        Choice choice = CHOICES.get(call);
        if (choice == null || choice.type != type) {
            choice = new Choice(type, Models.effect(type, call));
            CHOICES.put(call, choice);
        }
        return choice.effect;
    }

    /** The events before a call; gives what the end of the call needs, or null. */
    public static Object before(Object receiver, Object argument, int call, int site) {
        Buffer buffer = Buffer.current();
        if (buffer == null) {
            return null;
        }
        Effect effect = effect(receiver, call);
        if (receiver == null && (effect == Effect.TOUCH || effect == Effect.PEEK)) {
            return null;
        }
        if (effect == Effect.PEEK_JVM || effect == Effect.TOUCH_JVM) {
            return before(buffer, System.class, null, effect, call, site);
        }
        if (effect == Effect.PARALLEL) {
            boolean isParallel = !(receiver instanceof BaseStream) || ((BaseStream<?, ?>) receiver).isParallel();
            effect = isParallel ? Effect.ALL : Effect.NONE;
        }
        return effect == Effect.NONE ? null : before(buffer, receiver, argument, effect, call, site);
    }

    private static Object before(Buffer buffer, Object receiver, Object argument, Effect effect, int number, int site) {
        if (effect.isSharing()) {
            Store.isAlone = false;
        }
        int id = ALL;
        if (receiver != null) {
            Identities.Node node = Identities.node(receiver);
            node.usedBy(buffer.number);
            if (effect == Effect.TOUCH && Models.keeps(number) && Touches.isUsed(argument)) {
                node.madeOf(Identities.node(argument));
            }
            id = node.id;
            boolean moves = isCursor(receiver) && !(node.note instanceof View);
            boolean onlyPeeks = !moves && (effect == Effect.READ || effect == Effect.PEEK);
            Touches.bases(buffer, node, onlyPeeks, site);
            if (isCursor(receiver) || effect == Effect.ALL) {
                // It has a place of its own, or a state that other calls treat as such.
                buffer.ordered(TOUCH, id, STATE, site);
            }
            if (node.note instanceof View) {
                // An iterator, or the keys of a map: what it reads is the collection.
                View view = (View) node.note;
                view.node.usedBy(buffer.number);
                id = view.node.id;
                effect = view.as(effect);
            }
        }
        if (Models.makesView(number) && effect != Effect.TOUCH) {
            Object call = before(buffer, effect, id, receiver, argument, site);
            if (call != null) {
                // The call that makes the view takes its place.
                buffer.endCall(((Call) call).depth);
            }
            return new Call(Effect.MADE, buffer, id, receiver, effect);
        }
        if (effect == Effect.TOUCH) {
            buffer.ordered(TOUCH, id, STATE, site);
            return new Call(effect, buffer, id, receiver, Models.showsArray(number));
        }
        if (effect == Effect.PEEK || effect == Effect.PEEK_JVM || effect == Effect.TOUCH_JVM) {
            buffer.ordered(effect == Effect.TOUCH_JVM ? TOUCH : PEEK, id, STATE, site);
        }
        Object call = before(buffer, effect, id, receiver, argument, site);
        return call == null && Models.givesEntry(number) ? new Call(Effect.ENTRY, buffer, id, receiver, null) : call;
    }

    /** Returns whether an object has a place in another one, which its calls change. */
    private static boolean isCursor(Object object) {
        return object instanceof Iterator || object instanceof Enumeration || object instanceof Spliterator;
    }

    /** The effect of a view whose collection orders threads. */
    static Effect synchronizedAs(Effect effect) {
        switch (effect) {
            case READ:
                return Effect.LOOK;
            case WRITE:
            case CHANGE:
                return Effect.BOTH;
            default:
                return effect;
        }
    }

    /** What calls of an object are about: the collection of a view, or the object itself. */
    static Identities.Node of(Identities.Node node) {
        return node.note instanceof View ? ((View) node.note).node : node;
    }

    /** What a view is a part of. */
    static final class View {
        final Identities.Node node;
        final boolean isSynchronized;
        /** It is one of a collection of the program, whose own methods it calls. */
        final boolean isOfProgram;

        View(Identities.Node node, boolean isSynchronized, boolean isOfProgram) {
            this.node = node;
            this.isSynchronized = isSynchronized;
            this.isOfProgram = isOfProgram;
        }

        /** What a call does that would have this effect on a collection of the library. */
        Effect as(Effect effect) {
            if (isSynchronized) {
                return synchronizedAs(effect);
            }
            if (!isOfProgram || effect == Effect.NONE) {
                return effect;
            }
            // The methods of the program are recorded, and not what the view itself keeps, such as the size of a part.
            return effect == Effect.READ || effect == Effect.PEEK ? Effect.PEEK : Effect.TOUCH;
        }
    }

    private static Object before(Buffer buffer, Effect effect, int id, Object receiver, Object argument, int site) {
        switch (effect) {
            case READ:
                buffer.ordered(READ, id, STATE, site);
                return null;
            case WRITE:
                buffer.ordered(WRITE, id, STATE, site);
                return null;
            case ELEMENTS_READ:
                elements(buffer, argument, Kind.READ, site);
                if (argument instanceof Object[]) {
                    Touches.elements(buffer, (Object[]) argument, true, null, site);
                }
                return null;
            case ELEMENTS_CHANGE:
            case ELEMENTS_PARALLEL:
                elements(buffer, argument, Kind.READ, site);
                elements(buffer, argument, Kind.WRITE, site);
                return null;
            case CHANGE:
                buffer.ordered(READ, id, STATE, site);
                buffer.ordered(WRITE, id, STATE, site);
                return null;
            case GIVE:
                buffer.ordered(UPDATE, id, STATE, site);
                return null;
            case BOTH:
                buffer.ordered(UPDATE, id, STATE, site);
                break;
            case ATOMIC_READ:
            case ATOMIC_WRITE:
            case ATOMIC_UPDATE:
            case COMPARE_AND_SET:
                if (buffer.enter(id, STATE, Stripes.of(id), site, Kind.LIBRARY) == null) {
                    return null;
                }
                break;
            case ALL:
                buffer.ordered(UPDATE, ALL, STATE, site);
                break;
            case TAKE:
                buffer.before(site);
                break;
            case TASK:
                shutDown(buffer, receiver, site);
                if (receiver != null && !isLibrary(receiver)) {
                    buffer.ordered(UPDATE, ALL, STATE, site);
                }
                hand(buffer, argument, receiver == null || receiver instanceof CompletionStage, false, site);
                break;
            case PERIODIC:
                shutDown(buffer, receiver, site);
                hand(buffer, argument, false, true, site);
                break;
            case SELF:
                hand(buffer, receiver, false, false, site);
                return null;
            case TASKS:
                for (Object task : tasks(argument)) {
                    hand(buffer, task, false, false, site);
                }
                break;
            default:
                break;
        }
        return new Call(effect, buffer, id, receiver, argument);
    }

    /** Whether an executor still takes tasks depends on who has ended it. */
    private static void shutDown(Buffer buffer, Object executor, int site) {
        if (executor != null) {
            buffer.ordered(PEEK, Identities.of(executor), STATE, site);
        }
    }

    /** A part of an array will be read, and written as well. Numbers that are not in it let the call fail. */
    public static void range(Object array, int from, int to, boolean writes, int site) {
        Buffer buffer = Buffer.current();
        boolean isLegal = buffer != null && array != null && from >= 0 && from <= to;
        if (isLegal) {
            int end = Math.min(to, Array.getLength(array));
            elements(buffer, array, from, end, Kind.READ, site);
            if (writes) {
                elements(buffer, array, from, end, Kind.WRITE, site);
            }
        }
    }

    /** An array will be copied. */
    public static void clones(Object array, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            elements(buffer, array, Kind.READ, site);
        }
    }

    /** The elements of an array, which a call of the library reads or writes. */
    private static void elements(Buffer buffer, Object array, int kind, int site) {
        if (array != null && array.getClass().isArray()) {
            elements(buffer, array, 0, Array.getLength(array), kind, site);
        }
    }

    static void elements(Buffer buffer, Object array, int from, int to, int kind, int site) {
        int id = Identities.of(array);
        for (int i = from; i < to; i++) {
            if (buffer.enter(id, i, Stripes.of(id, i), site, Kind.ELEMENT) != null) {
                buffer.leave(kind | Kind.ELEMENT);
            }
        }
        if (kind == Kind.READ) {
            buffer.decide(site);
        }
    }

    private static Object[] tasks(Object argument) {
        return argument instanceof Collection && isLibrary(argument) ? ((Collection<?>) argument).toArray() : new Object[0];
    }

    /**
     * Hands a task over. A task that is not known by its object is ordered with all others. The end of one that has
     * stages behind it comes before all that the library calls later.
     */
    private static void hand(Buffer buffer, Object task, boolean hasStages, boolean isPeriodic, int site) {
        boolean isKnown = task != null && !isLibrary(task)
                && (task instanceof Task || task instanceof Runnable || task instanceof Callable
                        || task instanceof ForkJoinTask);
        if (isKnown) {
            Identities.Node node = Identities.node(task);
            Handed before = node.note instanceof Handed ? (Handed) node.note : null;
            node.note = new Handed(hasStages || before != null && before.hasStages,
                    isPeriodic || before != null && before.isPeriodic);
        } else {
            buffer.ordered(UPDATE, ALL, STATE, site);
            return;
        }
        buffer.ordered(UPDATE, Identities.of(task), HANDED, site);
    }

    /** The events after a call that returned a truth value. */
    public static void after(Object before, boolean result, int site) {
        if (before != null) {
            Call call = (Call) before;
            switch (call.effect) {
                case COMPARE_AND_SET:
                    call.buffer.leave((result ? Kind.COMPARE_AND_SET : Kind.VOLATILE_READ) | Kind.LIBRARY);
                    return;
                case TAKE:
                    if (!result) {
                        // Nothing was there to be taken.
                        call.buffer.endCall(call.depth);
                        call.buffer.ordered(LOOK, call.id, STATE, site);
                        return;
                    }
                    break;
                case ENDED:
                    if (!result) {
                        call.buffer.endCall(call.depth);
                        return;
                    }
                    break;
                default:
                    break;
            }
            after(call, null, site);
        }
    }

    /** The events after a call that returned an object, or nothing. */
    public static void after(Object before, Object result, int site) {
        if (before != null) {
            after((Call) before, result, site);
        }
    }

    /** The events after a call that threw: all that orders threads counts. */
    public static void failed(Object before, Throwable thrown, int site) {
        if (before != null) {
            Call call = (Call) before;
            switch (call.effect) {
                case ATOMIC_READ:
                case ATOMIC_WRITE:
                case ATOMIC_UPDATE:
                case COMPARE_AND_SET:
                    call.buffer.leave(LOOK);
                    return;
                default:
                    after(call, null, site);
            }
            if (thrown instanceof InterruptedException) {
                Calls.noticed(site);
            }
        }
    }

    private static void after(Call call, Object result, int site) {
        Buffer buffer = call.buffer;
        buffer.endCall(call.depth);
        switch (call.effect) {
            case TOUCH:
                buffer.ordered(TOUCH, call.id, STATE, site);
                Touches.bases(buffer, Identities.node(call.receiver), false, site);
                gives(call.receiver, result, (Boolean) call.argument);
                break;
            case PEEK:
            case PEEK_JVM:
                buffer.ordered(PEEK, call.id, STATE, site);
                break;
            case TOUCH_JVM:
                buffer.ordered(TOUCH, call.id, STATE, site);
                if (Touches.isUsed(result)) {
                    Identities.node(result).madeOf(Identities.node(call.receiver));
                }
                break;
            case LOOK:
            case BOTH:
                buffer.ordered(LOOK, call.id, STATE, site);
                entry(call.receiver, result);
                break;
            case TAKE:
                buffer.ordered(UPDATE, call.id, STATE, site);
                break;
            case ATOMIC_READ:
                buffer.leave(LOOK);
                break;
            case ATOMIC_WRITE:
                buffer.leave(SET);
                break;
            case ATOMIC_UPDATE:
            case COMPARE_AND_SET:
                buffer.leave(UPDATE);
                break;
            case ENTRY:
                entry(call.receiver, result);
                break;
            case MADE:
                Effect made = (Effect) call.argument;
                boolean isSynchronized = made == Effect.LOOK || made == Effect.BOTH;
                if (isSynchronized) {
                    buffer.ordered(LOOK, call.id, STATE, site);
                }
                if (result != null && call.receiver != null && isLibrary(result) && result != call.receiver) {
                    Identities.Node node = Identities.node(result);
                    if (node.note == null) {
                        Identities.Node of = Identities.node(call.receiver);
                        boolean isOfProgram = of.note instanceof View ? ((View) of.note).isOfProgram
                                : Models.isSkeleton(call.receiver.getClass());
                        node.note = new View(of(of), isSynchronized, isOfProgram);
                        node.bases = of.bases;
                    }
                }
                break;
            case ALL:
                buffer.ordered(LOOK, ALL, STATE, site);
                if (call.receiver != null) {
                    Touches.looks(call.receiver, true, site);
                }
                break;
            case TASK:
            case PERIODIC:
                handed(call.receiver, call.argument, result);
                break;
            case TASKS:
                Object[] tasks = tasks(call.argument);
                Object[] futures = tasks(result);
                for (int i = 0; i < tasks.length; i++) {
                    done(buffer, isTask(tasks[i]) ? Identities.of(tasks[i]) : ALL, site);
                    if (i < futures.length) {
                        handed(null, tasks[i], futures[i]);
                    }
                }
                break;
            case DONE:
                waited(buffer, call.receiver, site);
                break;
            case ENDED:
                Tasks executed = Identities.node(call.receiver).tasks;
                if (executed != null) {
                    for (int task : executed.all()) {
                        done(buffer, task, site);
                    }
                }
                fromAll(buffer, site);
                break;
            case QUERY:
                Log.event(NEVER_HELD, Kind.TRY_FAIL, site);
                break;
            case VIEW:
                if (result != null && call.receiver != null) {
                    Identities.node(result).note = new WeakReference<>(call.receiver);
                }
                break;
            default:
                break;
        }
    }

    /** An iterator, or a map, has given an entry of a map. */
    private static void entry(Object receiver, Object result) {
        if (result instanceof Map.Entry && receiver != null && Touches.isUsed(result)) {
            Identities.node(result).madeOf(Identities.node(receiver));
        }
    }

    /** An object has given a part of itself, or the array in which it is kept. */
    private static void gives(Object receiver, Object result, boolean showsArray) {
        if (result == receiver || !Touches.isUsed(result)) {
            return;
        }
        Identities.Node node = Identities.node(receiver);
        Identities.Node part = Identities.node(result);
        if (!result.getClass().isArray()) {
            part.madeOf(node);
        } else if (showsArray) {
            node.madeOf(part);
        }
    }

    /** Numbers of the tasks of an executor. */
    static final class Tasks {
        private int[] numbers = new int[8];
        private int size;

        synchronized void add(int task) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * size);
            }
            numbers[size++] = task;
        }

        synchronized int[] all() {
            return Arrays.copyOf(numbers, size);
        }
    }

    /** Notes the executor and the future of a task that was handed over. */
    private static void handed(Object executor, Object task, Object future) {
        if (!isTask(task)) {
            return;
        }
        int number = Identities.of(task);
        if (executor instanceof Executor) {
            Identities.Node node = Identities.node(executor);
            synchronized (node) {
                if (node.tasks == null) {
                    node.tasks = new Tasks();
                }
                node.tasks.add(number);
            }
        }
        if (future instanceof Future && isLibrary(future)) {
            Identities.node(future).note = number;
        }
    }

    private static boolean isTask(Object object) {
        return handed(object) != null;
    }

    private static Handed handed(Object object) {
        Object note = object == null ? null : Identities.node(object).note;
        return note instanceof Handed ? (Handed) note : null;
    }

    /** The way in which a task was handed to other threads. */
    private static final class Handed {
        /** The library calls others with the result of the task. */
        final boolean hasStages;

        /** The task runs again and again, each time after the time before. */
        final boolean isPeriodic;

        Handed(boolean hasStages, boolean isPeriodic) {
            this.hasStages = hasStages;
            this.isPeriodic = isPeriodic;
        }
    }

    /** The thread has waited for a future, or for a task that is one. */
    private static void waited(Buffer buffer, Object future, int site) {
        Identities.Node node = Identities.node(future);
        Object note = node.note;
        if (note instanceof Handed) {
            done(buffer, node.id, site);
            if (!(future instanceof CountedCompleter)) {
                return;
            }
        }
        boolean isKnown = note instanceof Integer;
        if (isKnown) {
            done(buffer, (Integer) note, site);
        }
        if (!isKnown || future instanceof CompletionStage || future instanceof CountedCompleter) {
            fromAll(buffer, site);
        }
    }

    private static void done(Buffer buffer, int task, int site) {
        buffer.ordered(LOOK, task, DONE, site);
    }

    /** The thread goes on after all that was given to the library. */
    static void fromAll(Buffer buffer, int site) {
        buffer.ordered(LOOK, ALL, STATE, site);
    }

    /** Orders the thread with all that do the same. */
    static void orderWithAll(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            buffer.ordered(UPDATE, ALL, STATE, site);
        }
    }

    /** A field will be written that handles access as well. */
    public static void writes(int site) {
        orderWithAll(site);
    }

    /** Such a field has been read. */
    public static void reads(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            fromAll(buffer, site);
        }
    }

    // Code of the program that the library calls.

    /** A method that the library calls as a task begins. */
    public static void begin(Object task, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            Handed handed = handed(task);
            if (handed == null) {
                if (isBody(buffer, task)) {
                    buffer.bodies++;
                } else {
                    enter(buffer, site);
                }
                return;
            }
            int id = Identities.of(task);
            buffer.ordered(LOOK, id, HANDED, site);
            if (handed.isPeriodic) {
                done(buffer, id, site);
            }
            buffer.tasks++;
        }
    }

    /** A method that the library calls as a task ends. */
    public static void end(Object task, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            Handed handed = handed(task);
            if (handed != null) {
                buffer.ordered(SET, Identities.of(task), DONE, site);
                if (handed.hasStages) {
                    buffer.ordered(UPDATE, ALL, STATE, site);
                }
                buffer.tasks--;
            } else if (isBody(buffer, task)) {
                buffer.bodies--;
            } else {
                leave(buffer, site);
            }
        }
    }

    /** A task ends by an exception: its thread may end as well, and start another one. */
    public static void fail(Object task, int site) {
        end(task, site);
        orderWithAll(site);
    }

    /** Returns whether a task that nobody has handed over is the body of its thread, or in it. */
    private static boolean isBody(Buffer buffer, Object task) {
        return !buffer.unforked && buffer.tasks == 0 && task instanceof Runnable;
    }

    /** A method begins that the library may call on any thread. */
    public static void enter(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            enter(buffer, site);
        }
    }

    private static void enter(Buffer buffer, int site) {
        buffer.ofCalls(LOOK, site);
        if (isCalledByOthers(buffer)) {
            fromAll(buffer, site);
        }
    }

    /** Such a method ends. */
    public static void leave(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            leave(buffer, site);
        }
    }

    private static void leave(Buffer buffer, int site) {
        buffer.ofCalls(UPDATE, site);
        if (isCalledByOthers(buffer)) {
            buffer.ordered(UPDATE, ALL, STATE, site);
        }
    }

    /** The thread may do here what another one has handed to the library. */
    private static boolean isCalledByOthers(Buffer buffer) {
        return buffer.isInCall() || buffer.tasks == 0 && buffer.bodies == 0;
    }

    // Locks.

    /** The lock that a lock is a part of: itself, or the pair of a read lock and a write lock. */
    static Object lockOf(Object part) {
        Object note = Identities.node(part).note;
        Object lock = note instanceof WeakReference ? ((WeakReference<?>) note).get() : null;
        if (lock instanceof ReentrantReadWriteLock.WriteLock) {
            return lockOf(lock);
        }
        return lock != null ? lock : part instanceof Lock ? part : null;
    }

    static boolean isReadLock(Lock lock) {
        return lock instanceof ReentrantReadWriteLock.ReadLock;
    }

    /** Returns whether the thread holds a lock. */
    static boolean holds(Object lock) {
        if (lock instanceof ReentrantLock) {
            return ((ReentrantLock) lock).isHeldByCurrentThread();
        }
        if (lock instanceof ReentrantReadWriteLock.WriteLock) {
            return ((ReentrantReadWriteLock.WriteLock) lock).isHeldByCurrentThread();
        }
        if (lock instanceof ReentrantReadWriteLock) {
            return ((ReentrantReadWriteLock) lock).isWriteLockedByCurrentThread();
        }
        if (lock instanceof ReentrantReadWriteLock.ReadLock) {
            Object pair = lockOf(lock);
            return !(pair instanceof ReentrantReadWriteLock) || ((ReentrantReadWriteLock) pair).getReadHoldCount() > 0;
        }
        return true;
    }
}
