package models;

import java.lang.reflect.Proxy;
import java.util.TimerTask;

/** Objects as a program has them: every call that the library makes on them is recorded. */
final class Program {
    private Program() {}

    static boolean isOne(Object object) {
        return object instanceof Recorded || Proxy.isProxyClass(object.getClass());
    }

    /** Marks the classes of the program. */
    interface Recorded {}

    /** Marks those that override what they could inherit, where the harness does not call just that. */
    interface Overriding extends Recorded {}

    /** Marks those that override nothing. */
    interface Inheriting extends Recorded {}

    /** Something that runs where the library calls the program. */
    interface Body<T> {
        T run() throws Exception;
    }

    static <T> T record(Scenario at, String method, Object receiver, Object[] arguments, Body<T> body) {
        boolean entered = at.trace.enter(method, receiver, arguments);
        T result = null;
        try {
            result = run(body);
            return result;
        } finally {
            at.trace.leave(entered, method, receiver, result);
        }
    }

    static void record(Scenario at, String method, Object receiver, Object... arguments) {
        record(at, method, receiver, arguments, () -> null);
    }

    private static <T> T run(Body<T> body) {
        try {
            return body.run();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A method that the program overrides if `overrides` says so, and inherits where the harness itself calls it. */
    static <T> T own(Scenario at, boolean overrides, String method, Object self, Body<T> inherited, Body<T> body, Object... arguments) {
        boolean isInherited = !overrides || at.isTarget(self, method, arguments.length);
        return isInherited ? run(inherited) : record(at, method, self, arguments, body);
    }

    /** An element, key or value. Objects of one group are equal; those of some groups have one hash code. */
    abstract static class Element implements Recorded, CharSequence {
        final Scenario at;
        final int group;

        Element(Scenario at, int group) {
            this.at = at;
            this.group = group;
        }

        int compared(Object other) {
            return record(at, "compareTo", this, new Object[] {other}, () -> other instanceof Element one ? group - one.group : 0);
        }

        @Override
        public boolean equals(Object other) {
            return record(at, "equals", this, new Object[] {other}, () -> other instanceof Element one && one.group == group);
        }

        @Override
        public int hashCode() {
            return record(at, "hashCode", this, new Object[0], () -> at.hash(group));
        }

        @Override
        public String toString() {
            return record(at, "toString", this, new Object[0], () -> "item" + group);
        }

        @Override
        public int length() {
            return record(at, "length", this, new Object[0], () -> 2);
        }

        @Override
        public char charAt(int index) {
            return record(at, "charAt", this, new Object[] {index}, () -> 'i');
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return record(at, "subSequence", this, new Object[] {start, end}, () -> "ii");
        }
    }

    /** One that is compared with anything. */
    static final class Item extends Element implements Comparable<Object> {
        Item(Scenario at, int group) {
            super(at, group);
        }

        @Override
        public int compareTo(Object other) {
            return compared(other);
        }
    }

    /** One that is compared with its like, as hash tables want it for bins that are trees. */
    static final class Ranked extends Element implements Comparable<Ranked> {
        Ranked(Scenario at, int group) {
            super(at, group);
        }

        @Override
        public int compareTo(Ranked other) {
            return compared(other);
        }
    }

    static final class Worker extends Thread implements Overriding {
        private final Scenario at;
        private final boolean overrides;

        Worker(Scenario at) {
            this.at = at;
            overrides = at.random.nextBoolean();
            setDaemon(true);
        }

        @Override
        public void run() {
            own(at, at.random.nextInt(3) > 0, "run", this, () -> inheritedRun(), () -> null);
        }

        private Object inheritedRun() {
            super.run();
            return null;
        }

        @Override
        public void start() {
            own(at, overrides, "start", this, () -> inheritedStart(), () -> inheritedStart());
        }

        private Object inheritedStart() {
            super.start();
            return null;
        }
    }

    static final class Task extends TimerTask implements Recorded {
        private final Scenario at;

        Task(Scenario at) {
            this.at = at;
        }

        @Override
        public void run() {
            record(at, "run", this);
        }
    }

    static final class PerThread extends ThreadLocal<Object> implements Recorded {
        private final Scenario at;

        PerThread(Scenario at) {
            this.at = at;
        }

        @Override
        protected Object initialValue() {
            return record(at, "initialValue", this, new Object[0], at::item);
        }
    }

    /** Overrides nothing. */
    static final class Plain implements Recorded {}

    /** Overrides one method of `Object`. */
    static final class Hashed implements Recorded {
        private final Scenario at;

        Hashed(Scenario at) {
            this.at = at;
        }

        @Override
        public int hashCode() {
            return record(at, "hashCode", this, new Object[0], () -> 7);
        }
    }
}
