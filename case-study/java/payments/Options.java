package payments;

/** The command line of {@link Main}. */
final class Options {
    static final String USAGE =
            "usage: java payments.Main [--users N] [--seed S] [--rogue N] [--depth N]"
                    + " [--calibrate] [--time]";

    private static final int MOST_USERS = 1_000_000;
    private static final int MOST_DEPTH = 100_000;

    private int users = 1000;
    private long seed = 1;
    private int rogues;
    private int depth = 288;
    private boolean calibrate;
    private boolean time;

    private Options() {}

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for the user when it cannot be understood
     */
    static Options parse(String[] args) {
        Options options = new Options();
        int next = 0;
        while (next < args.length) {
            String name = args[next++];
            if (options.setFlag(name)) {
                continue;
            }
            if (next == args.length) {
                throw new IllegalArgumentException(
                        name + ": no such option, or its value is missing");
            }
            options.setValue(name, args[next++]);
        }
        return options;
    }

    /** How many users there are, at least 1. */
    int users() {
        return users;
    }

    /** What decides the load. */
    long seed() {
        return seed;
    }

    /** How many gold users start to pay without having been activated. */
    int rogues() {
        return rogues;
    }

    /** How many of its last clients each destination remembers, at least 1. */
    int depth() {
        return depth;
    }

    /** Whether to measure what payments and risks cost instead of playing the load. */
    boolean calibrate() {
        return calibrate;
    }

    /** Whether to print the time that the sessions took, too. */
    boolean time() {
        return time;
    }

    private boolean setFlag(String name) {
        switch (name) {
            case "--calibrate":
                calibrate = true;
                return true;
            case "--time":
                time = true;
                return true;
            default:
                return false;
        }
    }

    private void setValue(String name, String value) {
        switch (name) {
            case "--users":
                users = (int) number(name, value, 1, MOST_USERS);
                break;
            case "--seed":
                seed = number(name, value, Long.MIN_VALUE, Long.MAX_VALUE);
                break;
            case "--rogue":
                rogues = (int) number(name, value, 0, MOST_USERS);
                break;
            case "--depth":
                depth = (int) number(name, value, 1, MOST_DEPTH);
                break;
            default:
                throw new IllegalArgumentException(name + ": no such option");
        }
    }

    private static long number(String name, String value, long low, long high) {
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " " + value + ": not a number", e);
        }
        if (number < low || number > high) {
            throw new IllegalArgumentException(
                    name + " " + value + ": not from " + low + " to " + high);
        }
        return number;
    }
}
