import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Signature;

/** A signature has a key before it is made or verified. */
class SignatureInitialized {
    static void violates() throws GeneralSecurityException {
        Signature.getInstance("SHA256withRSA").update(new byte[1]);
    }

    static void conforms() throws GeneralSecurityException {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
        keys.initialize(1024);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.generateKeyPair().getPrivate());
        signature.update(new byte[1]);
    }
}
