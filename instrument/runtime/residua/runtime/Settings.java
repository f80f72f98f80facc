package residua.runtime;

/** System properties, which a security manager may withhold. */
final class Settings {
    private Settings() {}

    static String get(String name, String otherwise) {
        try {
            String value = System.getProperty(name);
            return value == null ? otherwise : value;
        } catch (SecurityException withheld) {
            return otherwise;
        }
    }
}
