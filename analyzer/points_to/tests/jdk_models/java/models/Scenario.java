package models;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/** A short random program over modelled methods, around one of them. */
final class Scenario implements Runnable {
    Trace trace;
    private final PrintWriter out;
    final Random random;
    final Stubs stubs;
    private final Targets targets;
    private final Targets.Target goal;
    private final Arguments arguments;
    private static final ThreadLocal<Scenario> CURRENT = new ThreadLocal<>();
    private static final int CROWD = 14;
    private final List<Program.Element> items = new ArrayList<>();
    /** Whether many elements meet in one place. */
    private final boolean crowded;
    /** How many groups share a hash code. */
    private final int sharing;
    private final List<Object> pool = new ArrayList<>();
    private Object receiver;
    private Method method;
    private Object favourite;

    Scenario(PrintWriter out, Targets targets, Targets.Target goal, long seed) {
        this.out = out;
        this.random = new Random(seed);
        crowded = random.nextInt(8) == 0;
        sharing = crowded ? 100 : 1 + random.nextInt(3);
        this.targets = targets;
        this.goal = goal;
        this.stubs = new Stubs(this);
        this.arguments = new Arguments(this, targets);
    }

    /** The scenario that runs on this thread, or null. */
    static Scenario current() {
        return CURRENT.get();
    }

    /** The hash code of the elements of a group. */
    int hash(int group) {
        return group / sharing;
    }

    Targets.Target goal() {
        return goal;
    }

    /** Begins to record; to be called on the thread of the scenario. */
    Trace start() {
        trace = new Trace(out);
        return trace;
    }

    /** Whether something may still be running on other threads. */
    boolean isConcurrent() {
        return trace.objects().stream().anyMatch(object -> object instanceof ExecutorService
                || object instanceof CompletableFuture || object instanceof Thread || object instanceof Timer);
    }

    /** Ends what runs on other threads. */
    void stop() {
        for (Object object : trace.objects()) {
            if (object instanceof ExecutorService service && !Program.isOne(object)) {
                service.shutdownNow();
            } else if (object instanceof Timer timer) {
                timer.cancel();
            }
        }
        items.clear();
        pool.clear();
        stubs.clear();
        favourite = null;
    }

    /** Makes a receiver, puts something into it, makes the call, and looks at what came of it. */
    @Override
    public void run() {
        CURRENT.set(this);
        try {
            if (goal.form() == 'N') {
                Object made = pool(construct(goal));
                for (int more = 0; more < 2; more++) {
                    follow(made);
                }
                return;
            }
            Object target = goal.form() == 'S' ? null : make(goal.owner(), goal.className(), 0);
            if (goal.form() != 'S' && target == null) {
                return;
            }
            warmUp(target);
            Object result = call(goal, target);
            for (int more = 0; more < 8; more++) {
                follow(random.nextBoolean() && result != null ? result : somethingPooled());
            }
        } catch (RuntimeException | Error unusable) {
            Harness.complain(goal, unusable);
        }
    }

    private void warmUp(Object target) {
        favourite = arguments.favourite(goal);
        if (target != null) {
            fill(target);
        }
        for (int count = random.nextInt(4); count > 0 && target != null; count--) {
            follow(target);
        }
    }

    /** Puts elements into it: sometimes many, sometimes none. */
    private void fill(Object target) {
        List<Targets.Target> adders = targets.on(target).stream().filter(Targets.Target::adds).toList();
        int count = crowded ? CROWD : random.nextInt(4);
        for (int added = 0; added < count && !adders.isEmpty(); added++) {
            call(adders.get(random.nextInt(adders.size())), target);
        }
    }

    /** An element; old ones come again. */
    Program.Element item() {
        if (!items.isEmpty() && random.nextInt(crowded ? 4 : 2) == 0) {
            return items.get(random.nextInt(items.size()));
        }
        int group = random.nextInt(crowded ? 40 : 4);
        Program.Element item = crowded ? new Program.Ranked(this, group) : new Program.Item(this, group);
        items.add(item);
        return item;
    }

    /** Another element of the same group. */
    Program.Element like(Program.Element one) {
        return one instanceof Program.Ranked ? new Program.Ranked(this, one.group) : new Program.Item(this, one.group);
    }

    /** Some object of the library that has been made so far, or null. */
    Object somethingPooled() {
        return pool.isEmpty() ? null : pool.get(random.nextInt(pool.size()));
    }

    /** Whether the class of a stub may inherit this method: the judge knows what it does. */
    boolean isModelled(Method inherited) {
        return targets.isModelled(inherited);
    }

    /** Whether the harness itself calls this method on the stub, to run what it inherits. */
    boolean isTarget(Object stub, Method called) {
        Method of = method;
        return stub == receiver && of != null && of.getName().equals(called.getName())
                && Arrays.equals(of.getParameterTypes(), called.getParameterTypes());
    }

    /** Whether the harness itself calls such a method on the object of the program, to run what it inherits. */
    boolean isTarget(Object self, String name, int parameters) {
        Method of = method;
        return self == receiver && of != null && of.getName().equals(name) && of.getParameterCount() == parameters;
    }

    /** What a functional object of the program does: seldom, it throws. */
    Object answerOrFail(Method called, Object[] given) {
        if (random.nextInt(isAboutFailures() ? 2 : 80) == 0) {
            Trouble trouble = new Trouble("trouble");
            trace.escaped(trouble);
            throw trouble;
        }
        return answer(called, given);
    }

    private boolean isAboutFailures() {
        return goal.key().startsWith("setUncaught") || goal.key().startsWith("exceptionally");
    }

    /** What a functional object of the program gives back. */
    Object answer(Method called, Object[] given) {
        Class<?> type = called.getReturnType();
        if (type == Object.class) {
            return favourite != null && random.nextInt(4) > 0 ? favourite : item();
        }
        trace.suspend();
        try {
            return type == void.class ? null : arguments.of(type, "", 2);
        } finally {
            trace.resume();
        }
    }

    /** One more call of any modelled method on an object. */
    private void follow(Object object) {
        List<Targets.Target> fitting = object == null ? List.of() : targets.on(object);
        if (!fitting.isEmpty()) {
            call(fitting.get(random.nextInt(fitting.size())), object);
        }
    }

    /** An object of a kind: made by a constructor, or by a method that the models say makes it. */
    Object make(String kind, String className, int depth) {
        if (depth > 4) {
            return null;
        }
        Object own = arguments.ofProgram(kind, targets);
        if (own != null) {
            return own;
        }
        List<Targets.Target> makers = targets.makers(kind, className);
        Object found = makers.isEmpty() ? Found.of(this, targets.type(kind)) : null;
        if (found != null) {
            trace.found(found);
            return found;
        }
        for (int attempt = 0; attempt < 6 && !makers.isEmpty(); attempt++) {
            Targets.Target maker = makers.get(random.nextInt(makers.size()));
            Object made = null;
            if (maker.form() == 'N') {
                made = construct(maker);
            } else {
                Object on = maker.form() == 'S' ? null : make(maker.owner(), "", depth + 1);
                made = maker.form() == 'M' && on == null ? null : call(maker, on);
            }
            if (made != null && !Heap.isValue(made)) {
                return made;
            }
        }
        return null;
    }

    private Object construct(Targets.Target maker) {
        Constructor<?> constructor = targets.constructor(maker);
        return constructor == null ? null : invoke(maker, null, random.nextBoolean() ? ofProgram(constructor) : constructor);
    }

    /** The constructor of a class of the program that does no more than this one. */
    private static Constructor<?> ofProgram(Constructor<?> inherited) {
        if (inherited.getDeclaringClass() != RuntimeException.class) {
            return inherited;
        }
        try {
            return Trouble.class.getDeclaredConstructor(inherited.getParameterTypes());
        } catch (NoSuchMethodException missing) {
            return inherited;
        }
    }

    private Object call(Targets.Target target, Object on) {
        Method found = targets.method(target, on);
        if (found == null) {
            return null;
        }
        return pool(invoke(target, on, found));
    }

    private Object invoke(Targets.Target target, Object on, Executable code) {
        Object[] given;
        trace.suspend();
        try {
            given = arguments.list(code, target, on);
        } finally {
            trace.resume();
        }
        trace.begin(String.valueOf(target.form()), Targets.ownerOf(target, on, code), target.key(), on, given);
        Object result = null;
        Throwable thrown = null;
        try {
            receiver = on;
            method = code instanceof Method m ? m : null;
            result = code instanceof Method m ? m.invoke(on, given) : ((Constructor<?>) code).newInstance(given);
        } catch (InvocationTargetException failed) {
            thrown = failed.getCause();
        } catch (ReflectiveOperationException | IllegalArgumentException unusable) {
            thrown = unusable;
        } finally {
            receiver = null;
            method = null;
        }
        boolean isPrimitive = code instanceof Method m && m.getReturnType().isPrimitive();
        trace.end(isPrimitive ? null : result, thrown);
        return result;
    }

    private Object pool(Object made) {
        if (made != null && !Heap.isValue(made) && !Program.isOne(made)) {
            pool.add(made);
        }
        return made;
    }
}
