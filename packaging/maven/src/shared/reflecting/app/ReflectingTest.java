package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReflectingTest {
    @Test
    void greets() throws Exception {
        String name = System.getProperty("client", "app.") + "Client";
        Object client = Class.forName(name).getDeclaredConstructor().newInstance();
        assertEquals(1, client.getClass().getMethod("greet", boolean.class).invoke(client, true));
    }
}
