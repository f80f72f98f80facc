package models;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;

/** Streams, readers and files of the program. Some override one method only, others all. */
final class Streams {
    private Streams() {}

    static final class Source extends InputStream implements Program.Overriding {
        private final Scenario at;
        private final boolean overrides;
        private int left = 40;

        Source(Scenario at) {
            this.at = at;
            overrides = at.random.nextBoolean();
        }

        private int next() {
            return left-- > 0 ? (left % 5 == 0 ? '\n' : 'a') : -1;
        }

        private int filled(byte[] into, int from) {
            int next = next();
            if (next >= 0 && into.length > from) {
                into[from] = (byte) next;
            }
            return next < 0 ? -1 : 1;
        }

        @Override
        public int read() {
            return Program.record(at, "read", this, new Object[0], this::next);
        }

        @Override
        public int read(byte[] into) {
            return Program.own(at, overrides, "read", this, () -> super.read(into), () -> filled(into, 0), into);
        }

        @Override
        public int read(byte[] into, int from, int length) {
            return Program.own(at, overrides, "read", this, () -> super.read(into, from, length), () -> filled(into, from), into, from, length);
        }

        @Override
        public long skip(long count) {
            return Program.own(at, overrides, "skip", this, () -> super.skip(count), () -> (long) at.random.nextInt(2), count);
        }

        @Override
        public int available() {
            return Program.own(at, overrides, "available", this, super::available, () -> at.random.nextInt(3));
        }

        @Override
        public boolean markSupported() {
            return Program.own(at, overrides, "markSupported", this, super::markSupported, () -> true);
        }

        @Override
        public void mark(int limit) {
            Program.own(at, overrides, "mark", this, () -> null, () -> null, limit);
        }

        @Override
        public void reset() {
            Program.own(at, overrides, "reset", this, () -> null, () -> null);
        }

        @Override
        public void close() {
            Program.own(at, true, "close", this, () -> null, () -> null);
        }
    }

    static final class Characters extends Reader implements Program.Overriding {
        private final Scenario at;
        private final boolean overrides;
        private int left = 40;

        Characters(Scenario at) {
            this.at = at;
            overrides = at.random.nextBoolean();
        }

        private int next() {
            return left-- > 0 ? (left % 5 == 0 ? '\n' : 'a') : -1;
        }

        private int filled(char[] into, int from) {
            int next = next();
            if (next >= 0 && into.length > from) {
                into[from] = (char) next;
            }
            return next < 0 ? -1 : 1;
        }

        @Override
        public int read(char[] into, int from, int length) {
            return Program.record(at, "read", this, new Object[] {into, from, length}, () -> filled(into, from));
        }

        @Override
        public int read() {
            return Program.own(at, overrides, "read", this, super::read, this::next);
        }

        @Override
        public int read(char[] into) {
            return Program.own(at, overrides, "read", this, () -> super.read(into), () -> filled(into, 0), into);
        }

        @Override
        public long skip(long count) {
            return Program.own(at, overrides, "skip", this, () -> super.skip(count), () -> (long) at.random.nextInt(2), count);
        }

        @Override
        public boolean ready() {
            return Program.own(at, overrides, "ready", this, super::ready, () -> at.random.nextBoolean());
        }

        @Override
        public boolean markSupported() {
            return Program.own(at, overrides, "markSupported", this, super::markSupported, () -> true);
        }

        @Override
        public void mark(int limit) {
            Program.own(at, overrides, "mark", this, () -> null, () -> null, limit);
        }

        @Override
        public void reset() {
            Program.own(at, overrides, "reset", this, () -> null, () -> null);
        }

        @Override
        public void close() {
            Program.own(at, true, "close", this, () -> null, () -> null);
        }
    }

    static final class Sink extends OutputStream implements Program.Overriding {
        private final Scenario at;
        private final boolean overrides;

        Sink(Scenario at) {
            this.at = at;
            overrides = at.random.nextBoolean();
        }

        @Override
        public void write(int value) {
            Program.record(at, "write", this, value);
        }

        @Override
        public void write(byte[] from) {
            Program.own(at, overrides, "write", this, () -> inherited(from), () -> null, from);
        }

        @Override
        public void write(byte[] from, int start, int length) {
            Program.own(at, overrides, "write", this, () -> inherited(from, start, length), () -> null, from, start, length);
        }

        private Object inherited(byte[] from) throws IOException {
            super.write(from);
            return null;
        }

        private Object inherited(byte[] from, int start, int length) throws IOException {
            super.write(from, start, length);
            return null;
        }

        @Override
        public void flush() {
            Program.own(at, true, "flush", this, () -> null, () -> null);
        }

        @Override
        public void close() {
            Program.own(at, true, "close", this, () -> null, () -> null);
        }
    }

    static final class Page extends Writer implements Program.Overriding {
        private final Scenario at;
        private final boolean overrides;

        Page(Scenario at) {
            this.at = at;
            overrides = at.random.nextBoolean();
        }

        private interface Write {
            void run() throws IOException;
        }

        private void own(Write inherited, Object... arguments) {
            Program.own(at, overrides, "write", this, () -> {
                inherited.run();
                return null;
            }, () -> null, arguments);
        }

        @Override
        public void write(char[] from, int start, int length) {
            Program.record(at, "write", this, from, start, length);
        }

        @Override
        public void write(int value) {
            own(() -> super.write(value), value);
        }

        @Override
        public void write(char[] from) {
            own(() -> super.write(from), from);
        }

        @Override
        public void write(String from) {
            own(() -> super.write(from), from);
        }

        @Override
        public void write(String from, int start, int length) {
            own(() -> super.write(from, start, length), from, start, length);
        }

        @Override
        public Writer append(CharSequence text) {
            return Program.own(at, overrides, "append", this, () -> super.append(text), () -> this, text);
        }

        @Override
        public Writer append(char character) {
            return Program.own(at, overrides, "append", this, () -> super.append(character), () -> this, character);
        }

        @Override
        public void flush() {
            Program.own(at, true, "flush", this, () -> null, () -> null);
        }

        @Override
        public void close() {
            Program.own(at, true, "close", this, () -> null, () -> null);
        }
    }

    static final class Named extends File implements Program.Recorded {
        private static final long serialVersionUID = 1;
        private final transient Scenario at;

        Named(Scenario at) {
            super(Harness.FILE);
            this.at = at;
        }

        @Override
        public String getPath() {
            return Program.record(at, "getPath", this, new Object[0], super::getPath);
        }

        @Override
        public String toString() {
            return Program.record(at, "toString", this, new Object[0], super::toString);
        }
    }
}
