package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClientTest {
    @Test
    void greets() {
        assertEquals(1, new Client().greet(true));
    }
}
