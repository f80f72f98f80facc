import java.util.Properties;

/** Properties have strings for keys and values. */
class PropertiesOfStrings {
    static void violates() {
        new Properties().put("port", 80);
    }

    static void conforms() {
        new Properties().put("port", "80");
    }
}
