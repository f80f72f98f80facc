package residua.junit;

import java.util.ArrayList;
import java.util.List;
import residua.runtime.Violation;

/** A test or a class of tests that runs, and the reports that belong to it. */
final class Scope {
    /** Its thread. */
    final Thread thread = Thread.currentThread();
    /** Whether it is a test, and no class of tests. */
    final boolean isTest;
    /** In the order in which they were made. To be used under the lock of {@link Collector}. */
    final List<Violation> reports = new ArrayList<>();

    Scope(boolean isTest) {
        this.isTest = isTest;
    }
}
