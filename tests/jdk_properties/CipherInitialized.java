import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** A cipher has a key before it is used. */
class CipherInitialized {
    static void violates() throws GeneralSecurityException {
        Cipher.getInstance("AES").doFinal(new byte[16]);
    }

    static void conforms() throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
        cipher.doFinal(new byte[16]);
    }
}
