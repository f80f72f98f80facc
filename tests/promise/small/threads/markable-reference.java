package small;

import java.util.concurrent.atomic.AtomicMarkableReference;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        AtomicMarkableReference<Session> ref = new AtomicMarkableReference<>(s, false);
        ref.attemptMark(s, true);
        ref.getReference().close();
        s.send();
    }
}
