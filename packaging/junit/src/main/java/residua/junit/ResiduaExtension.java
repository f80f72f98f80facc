package residua.junit;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test with the reports that its monitors made: also with those of other threads, and where the program has caught what
 * {@code -Dresidua.report=fail} throws. For example:
 *
 * <pre>
 * &#64;ExtendWith(ResiduaExtension.class)
 * class ClientTest {
 *     &#64;Test
 *     void greets() { .. }
 * }
 * </pre>
 *
 * <p>With {@code -Djunit.jupiter.extensions.autodetection.enabled=true} all tests have it. Tests of classes that are not woven run as
 * without it.
 *
 * <p>A report belongs to the test whose thread made it. A report of another thread belongs to each test that runs at that time. Reports of
 * {@code @BeforeAll} and {@code @AfterAll} methods fail their class. A report while nothing runs fails what ends next.
 */
public final class ResiduaExtension implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(ResiduaExtension.class);

    /** Whether the tests run with the runtime library of woven programs. */
    private static final boolean IS_WOVEN = isWoven();

    private static boolean isWoven() {
        try {
            Class.forName("residua.runtime.Reports", false, ResiduaExtension.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException notWoven) {
            return false;
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        begin(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context);
    }

    private static void begin(ExtensionContext context) {
        if (IS_WOVEN) {
            context.getStore(NAMESPACE).put(Scope.class, Collector.begin(context.getTestMethod().isPresent()));
        }
    }

    private static void end(ExtensionContext context) {
        if (IS_WOVEN) {
            Scope scope = context.getStore(NAMESPACE).remove(Scope.class, Scope.class);
            Collector.end(scope, context.getExecutionException().orElse(null));
        }
    }
}
