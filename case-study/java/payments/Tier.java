package payments;

/** The contract a user has with the payment service. */
enum Tier {
    /** Can receive money, cannot pay. */
    BRONZE,
    /** Pays single invoices. */
    SILVER,
    /** Pays batches of invoices. */
    GOLD;

    /** Draws a tier: of a hundred users, about 60 are bronze, 25 silver and 15 gold. */
    static Tier draw(SplitMix random) {
        int percentile = random.below(100);
        if (percentile < 60) {
            return BRONZE;
        }
        return percentile < 85 ? SILVER : GOLD;
    }
}
