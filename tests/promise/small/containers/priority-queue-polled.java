package small;

import java.util.Map;
import java.util.PriorityQueue;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        PriorityQueue<Map.Entry<Integer, Session>> queue = new PriorityQueue<>(Map.Entry.comparingByKey());
        queue.offer(Map.entry(1, s));
        queue.poll().getValue().close();
        s.send();
    }
}
