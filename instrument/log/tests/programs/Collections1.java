// A list that two threads change without a lock races, and a synchronized one does not.
// race: 14 19
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Collections1 {
    static class Mine extends ArrayList<Integer> {
        static final long serialVersionUID = 1;
    }

    public static void main(String[] args) throws Exception {
        List<Integer> safe = Collections.synchronizedList(new ArrayList<>()), mine = new Mine();
        Thread t = new Thread(() -> { safe.add(1); mine.add(2); });
        t.start();
        Thread.sleep(100);
        safe.add(3);
        StringBuffer text = new StringBuffer();
        mine.size();
        t.join();
        mine.clear();
        System.out.println(safe.size() + text.toString());
    }
}
