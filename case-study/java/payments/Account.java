package payments;

/** The money of one user, in cents. */
final class Account {
    private final String number;
    private final long opening;
    private long paidIn;
    private long paidOut;
    private long balance;

    /** The account of user {@code holder} with {@code opening} cents in it. */
    Account(int holder, long opening) {
        this.number = AccountNumber.of('U', holder);
        this.opening = opening;
        this.balance = opening;
    }

    String number() {
        return number;
    }

    long balance() {
        return balance;
    }

    void deposit(long cents) {
        paidIn += cents;
        balance += cents;
    }

    void withdraw(long cents) {
        paidOut += cents;
        balance -= cents;
    }

    /** Whether the balance is what the movements since the opening add up to. */
    boolean isBalanced() {
        return balance >= 0 && balance == opening + paidIn - paidOut;
    }
}
