// Queues and concurrent maps hand objects over: no race.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

public class Queues {
    static class Box {
        int x;
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Box> queue = new ArrayBlockingQueue<>(1);
        ConcurrentHashMap<String, Box> map = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Box> linked = new ConcurrentLinkedQueue<>();
        CopyOnWriteArrayList<Box> copied = new CopyOnWriteArrayList<>();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 5; i++) {
                    Box box = new Box();
                    box.x = i;
                    queue.put(box);
                }
                Box box = new Box();
                box.x = 10;
                map.put("a", box);
                Box other = new Box();
                other.x = 20;
                linked.add(other);
                Box third = new Box();
                third.x = 30;
                copied.add(third);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            sum += queue.take().x;
        }
        Box box;
        while ((box = map.get("a")) == null) {
            Thread.onSpinWait();
        }
        sum += box.x;
        while ((box = linked.poll()) == null) {
            Thread.onSpinWait();
        }
        sum += box.x;
        while (copied.isEmpty()) {
            Thread.onSpinWait();
        }
        sum += copied.get(0).x;
        System.out.println(sum);
    }
}
