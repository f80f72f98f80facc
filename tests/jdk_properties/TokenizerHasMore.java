import java.util.StringTokenizer;

/** Whether there are more tokens is asked before one is taken. */
class TokenizerHasMore {
    static void violates() {
        new StringTokenizer("a b").nextToken();
    }

    static void conforms() {
        StringTokenizer words = new StringTokenizer("a b");
        while (words.hasMoreTokens()) {
            words.nextToken();
        }
    }
}
