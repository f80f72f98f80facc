package payments;

/** Speaks to the server for silver users. */
final class SilverProxy {
    private final TransactionServer server;
    private final Administrator administrator;

    SilverProxy(TransactionServer server, Administrator administrator) {
        this.server = server;
        this.administrator = administrator;
    }

    /**
     * Runs one user's session: the user is created and activated; then it receives money and pays
     * single invoices, interrupted by reviews for which it is blacklisted and from which it comes
     * out whitelisted.
     */
    void serve(Session session) {
        SilverUserInfo user = new SilverUserInfo(session.userId(), session.papersNeeded());
        server.createUser(user);
        boolean active;
        do {
            active = server.activate(user);
        } while (!active);
        while (session.takeStep()) {
            if (session.isReview()) {
                administrator.blacklist(user);
                server.reconcile(user);
                administrator.whitelist(user);
            } else {
                Destination employer = server.destination(session.nextDestination());
                server.receive(user, employer, session.nextIncome());
                server.pay(user, server.destination(session.nextDestination()));
            }
        }
    }
}
