package residua.log;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** A task that has no class of its own: a lambda or a method reference. The program knows it by this object. */
abstract class Task {
    final int site;

    private Task(int site) {
        this.site = site;
    }

    static final class Run extends Task implements Runnable {
        private final Runnable body;

        Run(Runnable body, int site) {
            super(site);
            this.body = body;
        }

        @Override
        public void run() {
            Library.begin(this, site);
            try {
                body.run();
            } catch (Throwable thrown) {
                Library.fail(this, site);
                throw thrown;
            }
            Library.end(this, site);
        }
    }

    static final class Call<V> extends Task implements Callable<V> {
        private final Callable<V> body;

        Call(Callable<V> body, int site) {
            super(site);
            this.body = body;
        }

        @Override
        public V call() throws Exception {
            Library.begin(this, site);
            V result;
            try {
                result = body.call();
            } catch (Throwable thrown) {
                Library.fail(this, site);
                throw thrown;
            }
            Library.end(this, site);
            return result;
        }
    }

    static final class Supply<V> extends Task implements Supplier<V> {
        private final Supplier<V> body;

        Supply(Supplier<V> body, int site) {
            super(site);
            this.body = body;
        }

        @Override
        public V get() {
            Library.begin(this, site);
            V result;
            try {
                result = body.get();
            } catch (Throwable thrown) {
                Library.fail(this, site);
                throw thrown;
            }
            Library.end(this, site);
            return result;
        }
    }
}
