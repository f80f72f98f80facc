// Interfaces of the program name methods that its classes inherit from the JDK: there is no race.
import java.util.concurrent.locks.ReentrantLock;

public class Interfaces {
    interface Startable {
        void start();
    }

    interface Guard {
        void lock();

        void unlock();
    }

    static class Worker extends Thread implements Startable {
        int before;

        @Override
        public void run() {
            before++;
            guarded();
        }
    }

    static class OwnLock extends ReentrantLock implements Guard {}

    static final Guard guard = new OwnLock();
    static int x;

    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        worker.before = 1;
        Startable startable = worker;
        startable.start();
        guarded();
        worker.join();
        System.out.println(x + " " + worker.before);
    }

    static void guarded() {
        guard.lock();
        x++;
        guard.unlock();
    }
}
