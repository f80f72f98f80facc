package payments;

/** Speaks to the server for bronze users. */
final class BronzeProxy {
    private final TransactionServer server;
    private final Administrator administrator;

    BronzeProxy(TransactionServer server, Administrator administrator) {
        this.server = server;
        this.administrator = administrator;
    }

    /**
     * Runs one user's session: the user is created and asks to be activated, perhaps in vain; then
     * it receives money and the administrator thinks this or that of it. It never pays.
     */
    void serve(Session session) {
        BronzeUserInfo user = new BronzeUserInfo(session.userId(), session.papersNeeded());
        server.createUser(user);
        boolean active = server.activate(user);
        while (!active && session.triesAgain()) {
            active = server.activate(user);
        }
        while (session.takeStep()) {
            switch (session.bronzeStep()) {
                case BLACKLIST:
                    administrator.blacklist(user);
                    break;
                case GREYLIST:
                    administrator.greylist(user);
                    break;
                case WHITELIST:
                    administrator.whitelist(user);
                    break;
                default:
                    Destination source = server.destination(session.nextDestination());
                    server.receive(user, source, session.nextIncome());
            }
        }
    }
}
