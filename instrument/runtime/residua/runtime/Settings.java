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

    /** Whether a property that is a list of words, separated by commas, has a word. */
    static boolean has(String name, String word) {
        return ("," + get(name, "") + ",").contains("," + word + ",");
    }
}
