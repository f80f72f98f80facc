package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClientTest {
    @Test
    void greetsCarefully() {
        assertEquals(1, new Client().greet(true));
    }

    @Test
    void greetsInAnotherThread() throws InterruptedException {
        Thread thread = new Thread(() -> new Client().greet(false));
        thread.setUncaughtExceptionHandler((failed, thrown) -> {});
        thread.start();
        thread.join();
    }
}
