package small;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        PriorityBlockingQueue<Session> queue = new PriorityBlockingQueue<>(1, (a, b) -> 0);
        queue.add(s);
        List<Session> all = new ArrayList<>();
        queue.drainTo(all);
        all.get(0).close();
        s.send();
    }
}
