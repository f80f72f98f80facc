package payments;

import java.util.ArrayList;
import java.util.List;

/**
 * The service behind the proxies: accounts, destinations, the registry of users and the ledger.
 *
 * <p>The server leaves it to the proxies to present a user, to have it activated and to keep
 * blacklisted users from paying. It does not check the order of these calls: that is what the
 * property {@code payments} is for.
 */
public final class TransactionServer {
    private final Destination[] destinations;
    private final List<UserInfo> users = new ArrayList<>();
    private final List<Account> accounts = new ArrayList<>();
    private final Ledger ledger = new Ledger();
    private long payments;
    private long refusals;
    private long incomes;
    private long activations;

    /** A server without users that knows {@code destinations}, numbered by their place. */
    TransactionServer(Destination[] destinations) {
        this.destinations = destinations;
    }

    /**
     * Takes a user into the registry and opens its account.
     *
     * @throws IllegalArgumentException when users do not come in the order of their ids
     */
    public void createUser(UserInfo user) {
        if (user.id() != users.size()) {
            throw new IllegalArgumentException("user " + user.id() + " is out of order");
        }
        users.add(user);
        accounts.add(new Account(user.id(), user.openingBalance()));
    }

    /**
     * Looks at one more paper of the user.
     *
     * @return whether the papers suffice, so that the user is active now
     */
    public boolean activate(UserInfo user) {
        boolean active = user.showPaper();
        if (active) {
            activations++;
        }
        return active;
    }

    /**
     * Settles the next invoice of {@code dest} from the account of {@code user}.
     *
     * @return false when the amount is over the user's limit or balance, or an account is not valid
     */
    public boolean pay(UserInfo user, Destination dest) {
        Account account = accounts.get(user.id());
        long cents = dest.nextInvoice();
        if (cents > user.paymentLimit() || cents > account.balance() || !areValid(account, dest)) {
            refusals++;
            return false;
        }
        account.withdraw(cents);
        dest.credit(cents);
        ledger.enter(user, dest, cents);
        payments++;
        return true;
    }

    /** Books {@code cents}, not negative, that {@code source} pays to {@code user}. */
    public void receive(UserInfo user, Destination source, long cents) {
        Account account = accounts.get(user.id());
        if (!areValid(account, source)) {
            return;
        }
        account.deposit(cents);
        ledger.enter(user, source, cents);
        incomes++;
    }

    /**
     * Moves money from one user to another. Part of the interface; none of the proxies offers it.
     *
     * @return false when the balance does not cover the amount
     */
    public boolean transfer(UserInfo from, UserInfo to, long cents) {
        Account source = accounts.get(from.id());
        if (cents < 0 || cents > source.balance()) {
            return false;
        }
        source.withdraw(cents);
        accounts.get(to.id()).deposit(cents);
        return true;
    }

    /**
     * Checks the books of one user.
     *
     * @throws IllegalStateException when balance and movements of the account disagree
     */
    public void reconcile(UserInfo user) {
        if (!accounts.get(user.id()).isBalanced()) {
            throw new IllegalStateException("the account of user " + user.id() + " is off");
        }
    }

    /** The destination numbered {@code index}, from 0 up to {@link #destinationCount()}. */
    public Destination destination(int index) {
        return destinations[index];
    }

    /** How many destinations there are. */
    public int destinationCount() {
        return destinations.length;
    }

    /** How many users were created. */
    int userCount() {
        return users.size();
    }

    /** A user by its id, for looking only: nothing is done in the name of a user found here. */
    UserInfo user(int id) {
        return users.get(id);
    }

    long payments() {
        return payments;
    }

    long refusals() {
        return refusals;
    }

    long incomes() {
        return incomes;
    }

    long activations() {
        return activations;
    }

    /** A hash of everything the server holds: ledger, accounts, destinations, standings. */
    long checksum() {
        long sum = ledger.lastSeal();
        for (Account account : accounts) {
            sum = Mix.mix(sum ^ account.balance());
        }
        for (UserInfo user : users) {
            sum = Mix.mix(sum ^ user.standing().ordinal());
        }
        for (Destination destination : destinations) {
            sum = Mix.mix(sum ^ destination.earned());
        }
        return sum;
    }

    private static boolean areValid(Account account, Destination destination) {
        return AccountNumber.isValid(account.number())
                && AccountNumber.isValid(destination.accountNumber());
    }
}
