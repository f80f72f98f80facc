package models;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.TimerTask;

/** Objects as a program has them: every call that the library makes on them is recorded. */
final class Program {
    private Program() {}

    static boolean isOne(Object object) {
        return object instanceof Recorded || Proxy.isProxyClass(object.getClass());
    }

    /** Marks the classes below. */
    interface Recorded {}

    /** Something that runs where the library calls the program. */
    interface Body<T> {
        T run() throws Exception;
    }

    static <T> T record(Scenario at, String method, Object receiver, Object[] arguments, Body<T> body) {
        boolean entered = at.trace.enter(method, receiver, arguments);
        T result = null;
        try {
            result = body.run();
            return result;
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        } finally {
            at.trace.leave(entered, method, receiver, result);
        }
    }

    static void record(Scenario at, String method, Object receiver, Object... arguments) {
        record(at, method, receiver, arguments, () -> null);
    }

    /** An element, key or value. Objects of one group are equal. */
    static final class Item implements Recorded, Comparable<Object>, CharSequence {
        private final Scenario at;
        final int group;

        Item(Scenario at, int group) {
            this.at = at;
            this.group = group;
        }

        @Override
        public boolean equals(Object other) {
            return record(at, "equals", this, new Object[] {other}, () -> other instanceof Item item && item.group == group);
        }

        @Override
        public int hashCode() {
            return record(at, "hashCode", this, new Object[0], () -> group);
        }

        @Override
        public String toString() {
            return record(at, "toString", this, new Object[0], () -> "item" + group);
        }

        @Override
        public int compareTo(Object other) {
            return record(at, "compareTo", this, new Object[] {other}, () -> other instanceof Item item ? group - item.group : 0);
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

    static final class Collected extends AbstractCollection<Object> implements Recorded {
        private final Scenario at;
        private final List<Object> backing;

        Collected(Scenario at, List<Object> backing) {
            this.at = at;
            this.backing = backing;
        }

        @Override
        public Iterator<Object> iterator() {
            return iteratorOf(at, this, backing);
        }

        @Override
        public int size() {
            return record(at, "size", this, new Object[0], backing::size);
        }
    }

    static final class Chosen extends AbstractSet<Object> implements Recorded {
        private final Scenario at;
        private final List<Object> backing;

        Chosen(Scenario at, List<Object> backing) {
            this.at = at;
            this.backing = backing;
        }

        @Override
        public Iterator<Object> iterator() {
            return iteratorOf(at, this, backing);
        }

        @Override
        public int size() {
            return record(at, "size", this, new Object[0], backing::size);
        }
    }

    @SuppressWarnings("unchecked")
    private static Iterator<Object> iteratorOf(Scenario at, Object owner, List<Object> backing) {
        return record(at, "iterator", owner, new Object[0], () -> (Iterator<Object>) at.stubs.of(Iterator.class, backing.iterator()));
    }

    static final class Source extends InputStream implements Recorded {
        private final Scenario at;
        private int left = 40;

        Source(Scenario at) {
            this.at = at;
        }

        @Override
        public int read() {
            return record(at, "read", this, new Object[0], () -> left-- > 0 ? (left % 5 == 0 ? '\n' : 'a') : -1);
        }

        @Override
        public void close() {
            record(at, "close", this);
        }
    }

    static final class Characters extends Reader implements Recorded {
        private final Scenario at;
        private int left = 40;

        Characters(Scenario at) {
            this.at = at;
        }

        @Override
        public int read(char[] into, int from, int length) {
            return record(at, "read", this, new Object[] {into, from, length}, () -> {
                if (left-- <= 0) {
                    return -1;
                }
                into[from] = left % 5 == 0 ? '\n' : 'a';
                return 1;
            });
        }

        @Override
        public void close() {
            record(at, "close", this);
        }
    }

    static final class Sink extends OutputStream implements Recorded {
        private final Scenario at;

        Sink(Scenario at) {
            this.at = at;
        }

        @Override
        public void write(int value) {
            record(at, "write", this, value);
        }

        @Override
        public void flush() throws IOException {
            record(at, "flush", this);
        }

        @Override
        public void close() {
            record(at, "close", this);
        }
    }

    static final class Page extends Writer implements Recorded {
        private final Scenario at;

        Page(Scenario at) {
            this.at = at;
        }

        @Override
        public void write(char[] from, int start, int length) {
            record(at, "write", this, from, start, length);
        }

        @Override
        public void flush() {
            record(at, "flush", this);
        }

        @Override
        public void close() {
            record(at, "close", this);
        }
    }

    static final class Worker extends Thread implements Recorded {
        private final Scenario at;

        Worker(Scenario at) {
            this.at = at;
            setDaemon(true);
        }

        @Override
        public void run() {
            record(at, "run", this);
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

    static final class Trouble extends RuntimeException implements Recorded {
        private final transient Scenario at;

        Trouble(Scenario at) {
            this.at = at;
        }

        @Override
        public String getMessage() {
            return at == null ? null : record(at, "getMessage", this, new Object[0], () -> "trouble");
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

    static final class Held extends WeakReference<Object> implements Recorded {
        Held(Object referent) {
            super(referent);
        }
    }

    /** Overrides nothing. */
    static final class Plain implements Recorded {}
}
