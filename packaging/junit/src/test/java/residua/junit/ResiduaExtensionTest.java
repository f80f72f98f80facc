package residua.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineTestKit;
import residua.runtime.Reports;

/** Runs tests under the extension. What a woven program would report, they report themselves. */
class ResiduaExtensionTest {
    private static void report(String event) {
        Reports.describe("Door", "error", null, "mend it first");
        Reports.report("app/House.java:7", "Door", "broken", event, (Object) "door");
        Reports.leave();
    }

    /** What ended each test and class, without identity hashes. */
    private static Map<String, String> run(Class<?> type, String... parameters) {
        Map<String, String> results = new TreeMap<>();
        EngineTestKit.Builder builder = EngineTestKit.engine("junit-jupiter").selectors(selectClass(type));
        for (int i = 0; i < parameters.length; i += 2) {
            builder.configurationParameter(parameters[i], parameters[i + 1]);
        }
        builder.execute().allEvents().executions().finished().stream().forEach(execution -> {
            String text = execution.getTerminationInfo().getExecutionResult().getThrowable().map(Throwable::getMessage).orElse("passed");
            results.put(execution.getTestDescriptor().getDisplayName(), text.replaceAll("@[0-9a-f]+", ""));
        });
        return results;
    }

    private static String line(String event) {
        return "residua: violation of Door in broken by " + event + " at app/House.java:7 (java.lang.String)";
    }

    private static final String HELP = System.lineSeparator() + "help: mend it first";

    @Tag("example")
    @ExtendWith(ResiduaExtension.class)
    static class Sequential {
        @Test
        void passes() {}

        @Test
        void reports() {
            report("knock");
        }

        @Test
        void reportsTwice() throws InterruptedException {
            report("knock");
            Thread thread = new Thread(() -> report("kick"));
            thread.start();
            thread.join();
        }
    }

    @Test
    void aTestFailsWithItsReportsAndThoseOfOtherThreads() {
        Map<String, String> results = run(Sequential.class);
        assertEquals("passed", results.get("passes()"));
        assertEquals(line("knock") + HELP, results.get("reports()"));
        String newLine = System.lineSeparator();
        assertEquals(
            "2 violations" + newLine + line("knock") + HELP + newLine + line("kick") + HELP,
            results.get("reportsTwice()"));
        assertEquals("passed", results.get("ResiduaExtensionTest$Sequential"));
    }

    @ExtendWith(ResiduaExtension.class)
    static class Late {
        @Test
        void passes() {}
    }

    @Test
    void reportsWhileNothingRunsAreNotLost() {
        run(Late.class);
        report("kick");
        assertEquals(line("kick") + HELP, run(Late.class).get("passes()"));
    }

    @ExtendWith(ResiduaExtension.class)
    static class OfClass {
        @BeforeAll
        static void prepare() {
            report("build");
        }

        @AfterAll
        static void clear() {
            report("burn");
        }

        @Test
        void passes() {}
    }

    @Test
    void whatAllTestsOfAClassNeedFailsTheClass() {
        Map<String, String> results = run(OfClass.class);
        assertEquals("passed", results.get("passes()"));
        String newLine = System.lineSeparator();
        assertEquals(
            "2 violations" + newLine + line("build") + HELP + newLine + line("burn") + HELP,
            results.get("ResiduaExtensionTest$OfClass"));
    }

    @ExtendWith(ResiduaExtension.class)
    static class Parallel {
        static final CountDownLatch BOTH = new CountDownLatch(2);

        private static void meet() throws InterruptedException {
            BOTH.countDown();
            assertTrue(BOTH.await(60, TimeUnit.SECONDS));
        }

        @Test
        void passes() throws InterruptedException {
            meet();
        }

        @Test
        void reports() throws InterruptedException {
            meet();
            report("knock");
        }
    }

    @Test
    void testsThatRunAtTheSameTimeHaveTheirOwnReports() {
        Map<String, String> results = run(
            Parallel.class,
            "junit.jupiter.execution.parallel.enabled", "true",
            "junit.jupiter.execution.parallel.mode.default", "concurrent",
            "junit.jupiter.execution.parallel.config.strategy", "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism", "2");
        assertEquals("passed", results.get("passes()"));
        assertEquals(line("knock") + HELP, results.get("reports()"));
    }

    static class Unmarked {
        @Test
        void reports() {
            report("knock");
        }
    }

    @Test
    void allTestsHaveItIfExtensionsAreDetected() {
        assertEquals(
            line("knock") + HELP,
            run(Unmarked.class, "junit.jupiter.extensions.autodetection.enabled", "true").get("reports()"));
    }

    @Test
    void itIsIdleWithoutTheRuntimeLibrary() throws ReflectiveOperationException {
        ClassLoader withoutRuntime = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("residua.runtime.")) {
                    throw new ClassNotFoundException(name);
                }
                if (!name.startsWith("residua.junit.")) {
                    return super.loadClass(name, resolve);
                }
                try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException unreadable) {
                    throw new ClassNotFoundException(name, unreadable);
                }
            }
        };
        Class<?> extension = Class.forName("residua.junit.ResiduaExtension", true, withoutRuntime);
        Field isWoven = extension.getDeclaredField("IS_WOVEN");
        isWoven.setAccessible(true);
        assertEquals(false, isWoven.get(null));
        for (String method : new String[] {"beforeAll", "beforeEach", "afterEach", "afterAll"}) {
            Class<?> context = Class.forName("org.junit.jupiter.api.extension.ExtensionContext", true, withoutRuntime);
            extension.getMethod(method, context).invoke(extension.getConstructor().newInstance(), (Object) null);
        }
    }
}
