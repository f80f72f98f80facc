package small;

import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        try {
            ResourceBundle.getBundle("none", Locale.ROOT, new ResourceBundle.Control() {
                public List<Locale> getCandidateLocales(String name, Locale locale) { s.close(); return List.of(Locale.ROOT); }
            });
        } catch (MissingResourceException e) {
            s.send();
        }
    }
}
