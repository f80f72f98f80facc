package payments;

/** A user on the full contract, who pays invoices in batches. */
public final class GoldUserInfo extends UserInfo {
    /**
     * A new gold user.
     *
     * @param id the number of the user
     * @param papersNeeded how many papers the user must show before it is activated
     */
    public GoldUserInfo(int id, int papersNeeded) {
        super(id, papersNeeded);
    }

    @Override
    long openingBalance() {
        return 5_000_000;
    }

    @Override
    long paymentLimit() {
        return 100_000;
    }
}
