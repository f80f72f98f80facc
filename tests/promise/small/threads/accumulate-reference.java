package small;

import java.util.concurrent.atomic.AtomicReference;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        AtomicReference<Session> ref = new AtomicReference<>(s);
        ref.getAndAccumulate(new Session(), (old, other) -> { old.close(); return other; }).send();
    }
}
