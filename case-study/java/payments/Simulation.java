package payments;

/** Plays a load: one user's session after the other, each through the proxy of its tier. */
final class Simulation {
    private final Load load;
    private final TransactionServer server;
    private final Administrator administrator = new Administrator();
    private final BronzeProxy bronze;
    private final SilverProxy silver;
    private final GoldProxy gold;

    /**
     * A system without users, about to play {@code load}.
     *
     * @param depth how many of its last clients each destination remembers, at least 1
     */
    Simulation(Load load, int depth) {
        this.load = load;
        this.server = new TransactionServer(load.destinations(depth));
        this.bronze = new BronzeProxy(server, administrator);
        this.silver = new SilverProxy(server, administrator);
        this.gold = new GoldProxy(server, administrator);
    }

    /** Plays all sessions, in the order of the users' ids. */
    void run() {
        for (int id = 0; id < load.users(); id++) {
            serve(load.session(id));
        }
    }

    TransactionServer server() {
        return server;
    }

    /** What came of it, as one line of {@code name=value} pairs that never depends on time. */
    String figures() {
        return "users=" + server.userCount()
                + " rogues=" + load.rogues()
                + " activations=" + server.activations()
                + " payments=" + server.payments()
                + " refusals=" + server.refusals()
                + " incomes=" + server.incomes()
                + " blacklistings=" + administrator.blacklistings()
                + " greylistings=" + administrator.greylistings()
                + " whitelistings=" + administrator.whitelistings()
                + " checksum=" + Long.toHexString(server.checksum());
    }

    private void serve(Session session) {
        switch (session.tier()) {
            case BRONZE:
                bronze.serve(session);
                break;
            case SILVER:
                silver.serve(session);
                break;
            default:
                gold.serve(session);
        }
    }
}
