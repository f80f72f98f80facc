package payments;

/** Speaks to the server for gold users. */
final class GoldProxy {
    private final TransactionServer server;
    private final Administrator administrator;

    GoldProxy(TransactionServer server, Administrator administrator) {
        this.server = server;
        this.administrator = administrator;
    }

    /**
     * Runs one user's session: the user is created and activated; then it pays batches of invoices,
     * interrupted by reviews for which it is blacklisted and from which it comes out whitelisted.
     *
     * <p>The proxy is the place of the fault that the monitor is there to find: a user who does not
     * insist on its activation gets on to paying without it.
     */
    void serve(Session session) {
        GoldUserInfo user = new GoldUserInfo(session.userId(), session.papersNeeded());
        server.createUser(user);
        boolean active;
        do {
            active = server.activate(user);
        } while (!active && session.insistsOnActivation());
        while (session.takeStep()) {
            if (session.isReview()) {
                administrator.blacklist(user);
                server.reconcile(user);
                administrator.whitelist(user);
            } else {
                for (int due = session.invoicesDue(); due > 0; due--) {
                    server.pay(user, server.destination(session.nextDestination()));
                }
            }
        }
    }
}
