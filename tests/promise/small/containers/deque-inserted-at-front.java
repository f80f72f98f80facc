package small;

import java.util.Deque;
import java.util.LinkedList;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Deque<Session> deque = new LinkedList<>();
        deque.offerFirst(s);
        deque.descendingIterator().next().close();
        s.send();
    }
}
