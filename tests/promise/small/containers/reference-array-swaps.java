package small;

import java.util.concurrent.atomic.AtomicReferenceArray;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        AtomicReferenceArray<Session> array = new AtomicReferenceArray<>(1);
        array.set(0, s);
        array.getAndSet(0, null).close();
        s.send();
    }
}
