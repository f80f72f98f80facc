package payments;

/** How risky it is to let a user go on paying. The program does not ask: its monitor does. */
public final class RiskModel {
    private RiskModel() {}

    /**
     * The share of users in bad standing among those who lately dealt with the companies that
     * {@code user} lately dealt with; the user itself does not count, and who shares several of the
     * companies counts once for each. Any change of anybody's standing and any transaction can move
     * it, so a value once computed cannot be kept.
     *
     * <p>Reads only. Looks at no more users than {@link UserInfo#PARTNERS} times the depth of a
     * destination's memory.
     *
     * @return from 0 (all are in good standing, or there are none) to 1
     */
    public static double risk(UserInfo user) {
        int seen = 0;
        int bad = 0;
        for (int p = 0; p < user.partnerCount(); p++) {
            Destination company = user.partner(p);
            for (int c = 0; c < company.clientCount(); c++) {
                UserInfo client = company.client(c);
                if (client != user) {
                    seen++;
                    if (client.isInBadStanding()) {
                        bad++;
                    }
                }
            }
        }
        return seen == 0 ? 0.0 : (double) bad / seen;
    }
}
