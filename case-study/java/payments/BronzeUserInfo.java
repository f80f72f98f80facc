package payments;

/** A user on the free contract, who receives money and never pays. */
public final class BronzeUserInfo extends UserInfo {
    /**
     * A new bronze user.
     *
     * @param id the number of the user
     * @param papersNeeded how many papers the user must show before it is activated
     */
    public BronzeUserInfo(int id, int papersNeeded) {
        super(id, papersNeeded);
    }

    @Override
    long openingBalance() {
        return 0;
    }

    @Override
    long paymentLimit() {
        return 0;
    }
}
