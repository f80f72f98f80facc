package small;

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinTask;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ForkJoinTask.adapt((Callable<Session>) () -> { s.close(); return s; }).fork().join().send();
    }
}
