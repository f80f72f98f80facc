package residua.log;

/**
 * Events of properties. The monitors say what has happened while they hold their lock; the thread logs it when it has
 * given the lock back, at the site.
 */
public final class PropertyEvents {
    private PropertyEvents() {}

    /** An event has happened. The bindings are names of parameters, each with its value behind it. */
    public static void happened(String event, Object[] bindings) {
        Buffer buffer = Buffer.current();
        if (buffer == null) {
            return;
        }
        StringBuilder text = new StringBuilder(event);
        for (int i = 0; i < bindings.length; i += 2) {
            text.append(i == 0 ? ' ' : ',').append(bindings[i]).append('=');
            append(text, bindings[i + 1]);
        }
        buffer.happened(text.toString());
    }

    /** Monitors may have said that events have happened at this site. */
    public static void log(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            buffer.tell(site);
        }
    }

    /** A value as a literal, or the name of an object. */
    private static void append(StringBuilder text, Object value) {
        if (value == null || value instanceof Integer || value instanceof Short || value instanceof Byte
                || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof Long) {
            text.append(value).append('L');
        } else if (value instanceof Double || value instanceof Float) {
            text.append(((Number) value).doubleValue()).append('d');
        } else if (value instanceof Character) {
            text.append('\'');
            append(text, (char) value);
            text.append('\'');
        } else if (value instanceof String) {
            text.append('"');
            for (char letter : ((String) value).toCharArray()) {
                append(text, letter);
            }
            text.append('"');
        } else {
            text.append(value.getClass().getTypeName()).append('@').append(Identities.of(value));
        }
    }

    /** A letter of a literal. Logs may be written as text in which a bar and brackets have a meaning. */
    private static void append(StringBuilder text, char letter) {
        boolean isPlain = letter >= ' ' && letter <= '~' && "\"'\\|()".indexOf(letter) < 0;
        if (isPlain) {
            text.append(letter);
        } else {
            text.append(String.format("\\u%04x", (int) letter));
        }
    }
}
