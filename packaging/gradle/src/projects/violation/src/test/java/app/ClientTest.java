package app;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ClientTest {
    @Test
    public void greets() {
        assertEquals(1, new Client().greet(Boolean.getBoolean("careful")));
    }
}
