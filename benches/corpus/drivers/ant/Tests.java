package driver;

import junit.framework.TestCase;
import org.junit.Assert;
import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;

/** Tests that a build runs. */
public final class Tests {
    private Tests() {
    }

    /** In the old form. */
    public static final class Old extends TestCase {
        @Override
        protected void setUp() {
            System.out.println("old set up");
        }

        public void testPasses() {
            assertEquals(2, 1 + 1);
        }

        public void testFails() {
            fail("must fail");
        }

        public void testErrs() {
            throw new IllegalArgumentException("must err");
        }
    }

    /** In the new form. */
    public static final class New {
        private int ready;

        @Before
        public void ready() {
            ready++;
        }

        @Test
        public void passes() {
            Assert.assertEquals(1, ready);
        }

        @Test
        public void fails() {
            Assert.assertEquals("must fail", 2, ready);
        }

        @Ignore("not now")
        @Test
        public void ignored() {
            Assert.fail();
        }
    }
}
