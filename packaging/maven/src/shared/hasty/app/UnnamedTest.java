package app;

import junit.framework.TestCase;

public class UnnamedTest extends TestCase {
    private Session session;

    @Override
    protected void setUp() {
        session = new Session();
    }

    public void testGreeting() {
        new Client().greetLate(session);
    }
}
