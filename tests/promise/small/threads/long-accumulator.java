package small;

import java.util.concurrent.atomic.LongAccumulator;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new LongAccumulator((x, y) -> { s.close(); return y; }, 0).accumulate(3);
        s.send();
    }
}
