import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An authentication code has a key before it is computed. */
class MacInitialized {
    static void violates() throws GeneralSecurityException {
        Mac.getInstance("HmacSHA256").doFinal(new byte[1]);
    }

    static void conforms() throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(new byte[16], "HmacSHA256"));
        mac.doFinal(new byte[1]);
    }
}
