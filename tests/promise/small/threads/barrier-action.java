package small;

import java.util.concurrent.CyclicBarrier;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new CyclicBarrier(1, s::close).await();
        s.send();
    }
}
