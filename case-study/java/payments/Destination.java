package payments;

/** A company that users deal with: it pays them and is paid by them. */
public final class Destination {
    private final int id;
    private final boolean whitelisted;
    private final String accountNumber;
    private final Recent<UserInfo> clients;
    private long earned;
    private long invoices;

    /**
     * A company without clients.
     *
     * @param id the number of the company, from 0 on
     * @param whitelisted whether users of doubtful standing may pay it
     * @param depth how many of its last clients it remembers, at least 1
     */
    Destination(int id, boolean whitelisted, int depth) {
        this.id = id;
        this.whitelisted = whitelisted;
        this.accountNumber = AccountNumber.of('D', id);
        this.clients = new Recent<>(new UserInfo[depth]);
    }

    /** The number of the company, unique in one run. */
    public int id() {
        return id;
    }

    /** Whether the bank has checked this company, so that users of doubtful standing may pay it. */
    public boolean isWhitelisted() {
        return whitelisted;
    }

    /** How many users {@link #client(int)} knows. */
    public int clientCount() {
        return clients.size();
    }

    /** One of the users who last dealt with the company, numbered from 0. */
    public UserInfo client(int index) {
        return clients.get(index);
    }

    String accountNumber() {
        return accountNumber;
    }

    /** The amount, in cents, of the next invoice that the company writes: 1 to 200 euros. */
    long nextInvoice() {
        invoices++;
        return 100 + Long.remainderUnsigned(Mix.mix(invoices + id), 19_900);
    }

    void addClient(UserInfo user) {
        clients.add(user);
    }

    void credit(long cents) {
        earned += cents;
    }

    long earned() {
        return earned;
    }
}
