package payments;

/**
 * A user of the payment service. Users are told apart by identity: this class and its subclasses
 * keep {@code equals} and {@code hashCode} of {@link Object}.
 */
public abstract class UserInfo {
    /** How many of the destinations it last dealt with a user remembers. */
    static final int PARTNERS = 44;

    private final int id;
    private final int papersNeeded;
    private final Recent<Destination> partners = new Recent<>(new Destination[PARTNERS]);
    private int papersShown;
    private Standing standing = Standing.GOOD;

    /**
     * A user in good standing who has dealt with nobody.
     *
     * @param id the number of the user, unique in one run, from 0 on
     * @param papersNeeded how many papers the user must show before it is activated
     */
    UserInfo(int id, int papersNeeded) {
        this.id = id;
        this.papersNeeded = papersNeeded;
    }

    /** The number of the user, unique in one run. */
    public final int id() {
        return id;
    }

    /** What the administrator thinks of the user. */
    public final Standing standing() {
        return standing;
    }

    /** Whether the user is blacklisted or greylisted at this moment. */
    public final boolean isInBadStanding() {
        return standing != Standing.GOOD;
    }

    /** How many destinations {@link #partner(int)} knows, at most {@link #PARTNERS}. */
    public final int partnerCount() {
        return partners.size();
    }

    /** One of the destinations the user last dealt with, numbered from 0. */
    public final Destination partner(int index) {
        return partners.get(index);
    }

    /** The money, in cents, with which the account of such a user is opened. */
    abstract long openingBalance();

    /** The largest single payment, in cents, that such a user may make. */
    abstract long paymentLimit();

    /** Shows one more paper; tells whether they suffice now. */
    final boolean showPaper() {
        papersShown++;
        return papersShown >= papersNeeded;
    }

    final void setStanding(Standing newStanding) {
        standing = newStanding;
    }

    final void addPartner(Destination destination) {
        partners.add(destination);
    }
}
