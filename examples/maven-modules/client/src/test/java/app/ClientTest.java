package app;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ClientTest {
    @Test
    public void greetingsAreSent() {
        Client client = new Client();
        assertEquals(10, client.greet("Ada"));
        assertEquals(22, client.greet("Grace"));
    }
}
