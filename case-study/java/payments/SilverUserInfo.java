package payments;

/** A user on the standard contract, who pays single invoices. */
public final class SilverUserInfo extends UserInfo {
    /**
     * A new silver user.
     *
     * @param id the number of the user
     * @param papersNeeded how many papers the user must show before it is activated
     */
    public SilverUserInfo(int id, int papersNeeded) {
        super(id, papersNeeded);
    }

    @Override
    long openingBalance() {
        return 50_000;
    }

    @Override
    long paymentLimit() {
        return 20_000;
    }
}
