package payments;

/** Runs the payment system under a random load. */
public final class Main {
    private Main() {}

    /**
     * Plays the load that {@code args} describe and prints its figures, one line on the standard
     * output. Options that cannot be understood end in a message and exit status 2.
     */
    public static void main(String[] args) {
        Options options;
        Load load;
        try {
            options = Options.parse(args);
            load = new Load(options.seed(), options.users(), options.rogues());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(Options.USAGE);
            System.exit(2);
            return;
        }
        if (options.calibrate()) {
            System.out.println(new Calibration(load, options.depth()).run());
        } else {
            play(new Simulation(load, options.depth()), options.time());
        }
    }

    private static void play(Simulation simulation, boolean time) {
        long start = System.nanoTime();
        simulation.run();
        long elapsed = System.nanoTime() - start;
        System.out.println(simulation.figures());
        if (time) {
            System.out.println("millis=" + elapsed / 1_000_000);
        }
    }
}
