package models;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
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
    private final List<Program.Item> items = new ArrayList<>();
    private final List<Object> pool = new ArrayList<>();
    private Object receiver;
    private Method method;
    private Object favourite;

    Scenario(PrintWriter out, Targets targets, Targets.Target goal, long seed) {
        this.out = out;
        this.random = new Random(seed);
        this.targets = targets;
        this.goal = goal;
        this.stubs = new Stubs(this);
        this.arguments = new Arguments(this, targets);
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
        try {
            if (goal.form() == 'N') {
                pool(construct(goal));
                return;
            }
            Object target = goal.form() == 'S' ? null : make(goal.owner(), goal.className(), 0);
            if (goal.form() != 'S' && target == null) {
                return;
            }
            warmUp(target);
            Object result = call(goal, target);
            for (int more = 0; more < 6; more++) {
                follow(random.nextBoolean() && result != null ? result : somethingPooled());
            }
        } catch (RuntimeException | Error unusable) {
            Harness.complain(goal, unusable);
        }
    }

    private void warmUp(Object target) {
        favourite = arguments.favourite(goal);
        for (int count = random.nextInt(4); count > 0 && target != null; count--) {
            follow(target);
        }
    }

    /** An element; old ones come again. */
    Program.Item item() {
        if (!items.isEmpty() && random.nextBoolean()) {
            return items.get(random.nextInt(items.size()));
        }
        Program.Item item = new Program.Item(this, random.nextInt(3));
        items.add(item);
        return item;
    }

    /** Some object of the library that has been made so far, or null. */
    Object somethingPooled() {
        return pool.isEmpty() ? null : pool.get(random.nextInt(pool.size()));
    }

    /** Whether the harness itself calls this method on the stub, to run what it inherits. */
    boolean isTarget(Object stub, Method called) {
        return stub == receiver && method != null && method.getName().equals(called.getName());
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
        Object found = makers.isEmpty() ? Found.of(targets.type(kind)) : null;
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
        return constructor == null ? null : invoke(maker, null, constructor);
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
            given = arguments.list(code, target);
        } finally {
            trace.resume();
        }
        trace.begin(String.valueOf(target.form()), target.ownerOf(on), target.key(), on, given);
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
