package payments;

import java.util.Locale;

/** Account numbers with two check digits (ISO 7064, MOD 97-10, as in an IBAN). */
final class AccountNumber {
    private static final int DIGITS = 18;

    private AccountNumber() {}

    /**
     * The account number of the holder numbered {@code holder}, not negative: a capital letter for
     * the kind of holder, two check digits and eighteen digits.
     */
    static String of(char kind, int holder) {
        String body = String.format(Locale.ROOT, "%0" + DIGITS + "d", holder);
        int check = 98 - remainder(kind + "00" + body);
        return String.format(Locale.ROOT, "%c%02d%s", kind, check, body);
    }

    /** Whether the check digits fit the rest. */
    static boolean isValid(String number) {
        return number.length() == DIGITS + 3 && remainder(number) == 1;
    }

    /** The number modulo 97, with its first three characters moved to the end. */
    private static int remainder(String number) {
        int rest = 0;
        for (int i = 3; i < number.length(); i++) {
            rest = append(rest, number.charAt(i));
        }
        for (int i = 0; i < 3; i++) {
            rest = append(rest, number.charAt(i));
        }
        return rest;
    }

    private static int append(int rest, char c) {
        int value = Character.digit(c, 36);
        int shifted = value < 10 ? rest * 10 : rest * 100;
        return (shifted + value) % 97;
    }
}
