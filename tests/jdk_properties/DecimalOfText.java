import java.math.BigDecimal;

/** A decimal number is not made of a binary fraction, which is seldom the number meant. */
class DecimalOfText {
    static void violates() {
        new BigDecimal(0.1);
    }

    static void conforms() {
        new BigDecimal("0.1");
    }
}
