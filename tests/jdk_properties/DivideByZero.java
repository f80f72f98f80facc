import java.math.BigDecimal;

/** Nothing is divided by a big zero. */
class DivideByZero {
    static void violates() {
        BigDecimal.ONE.divide(BigDecimal.ZERO);
    }

    static void conforms() {
        BigDecimal.ONE.divide(BigDecimal.TEN);
    }
}
