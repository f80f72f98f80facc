package small;

import java.util.stream.IntStream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        IntStream.generate(() -> { s.close(); return 1; }).limit(1).sum();
        s.send();
    }
}
