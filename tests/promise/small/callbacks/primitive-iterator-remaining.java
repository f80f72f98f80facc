package small;

import java.util.stream.IntStream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        IntStream.range(0, 1).iterator().forEachRemaining((int n) -> s.close());
        s.send();
    }
}
