import java.util.concurrent.Semaphore;

/** A semaphore is not given back more often than it is taken. */
class SemaphoreBalanced {
    static void violates() {
        new Semaphore(1).release();
    }

    static void conforms() throws InterruptedException {
        Semaphore places = new Semaphore(1);
        places.acquire();
        places.release();
    }
}
