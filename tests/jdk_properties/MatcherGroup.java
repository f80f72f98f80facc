import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A matcher is asked for its groups after it has matched. */
class MatcherGroup {
    static void violates() {
        Pattern.compile("a").matcher("a").group();
    }

    static void conforms() {
        Matcher letters = Pattern.compile("a").matcher("a");
        if (letters.find()) {
            letters.group();
        }
    }
}
