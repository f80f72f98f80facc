package payments;

/**
 * Measures what one payment and one evaluation of the risk cost under a load, on this machine, and
 * thereby how dear the monitor's condition is in units of the program's own work.
 */
final class Calibration {
    /** The dearest that an evaluation of the risk may be, in payments. */
    static final int BOUND = 20;

    private static final int WARM_UPS = 2;
    private static final int PASSES = 5;

    private final Load load;
    private final int depth;

    Calibration(Load load, int depth) {
        this.load = load;
        this.depth = depth;
    }

    /** Measures and reports, one {@code name=value} pair a line; costs are in nanoseconds. */
    String run() {
        for (int i = 0; i < WARM_UPS; i++) {
            Simulation warmUp = new Simulation(load, depth);
            warmUp.run();
            riskNanos(warmUp.server());
        }
        Simulation measured = new Simulation(load, depth);
        long start = System.nanoTime();
        measured.run();
        long elapsed = System.nanoTime() - start;
        double payment = (double) elapsed / transactions(measured.server());
        double risk = riskNanos(measured.server());
        return "payment=" + Math.round(payment) + System.lineSeparator()
                + "risk=" + Math.round(risk) + System.lineSeparator()
                + "ratio=" + Math.round(10 * risk / payment) / 10.0 + System.lineSeparator()
                + "bound=" + BOUND;
    }

    /** Payments made and incomes booked, which cost the same; refusals are cheap and left out. */
    private static long transactions(TransactionServer server) {
        return server.payments() + server.incomes();
    }

    /** The mean cost of the risk over all users in the best of some passes. */
    private static double riskNanos(TransactionServer server) {
        double best = passNanos(server);
        for (int pass = 1; pass < PASSES; pass++) {
            best = Math.min(best, passNanos(server));
        }
        return best;
    }

    /** The mean cost of the risk over all users, each as the sessions have left it. */
    private static double passNanos(TransactionServer server) {
        double sum = 0;
        long start = System.nanoTime();
        for (int id = 0; id < server.userCount(); id++) {
            sum += RiskModel.risk(server.user(id));
        }
        long elapsed = System.nanoTime() - start;
        if (Double.isNaN(sum)) {
            throw new IllegalStateException("a risk is not a number");
        }
        return (double) elapsed / server.userCount();
    }
}
