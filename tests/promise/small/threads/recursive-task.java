package small;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new ForkJoinPool(1).invoke(new RecursiveTask<Session>() {
            protected Session compute() { s.close(); return s; }
        }).send();
    }
}
