package small;

import java.util.concurrent.atomic.AtomicStampedReference;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        AtomicStampedReference<Session> ref = new AtomicStampedReference<>(null, 0);
        ref.compareAndSet(null, s, 0, 1);
        ref.get(new int[1]).close();
        s.send();
    }
}
