package app;

import org.junit.jupiter.api.Test;

class SessionTest {
    @Test
    void sends() {
        new Session().send(1);
    }
}
