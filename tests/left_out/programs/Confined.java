// Objects that one thread has to itself, and fields that never change: a race is beside them.
// races: 1
// left out: 40
public class Confined {
    static final int[] sizes = {4, 5, 6};
    static int hits;

    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Worker extends Thread {
        private final int rounds;
        private Node list;
        private int sum;
        int result;

        Worker(int rounds) {
            this.rounds = rounds;
            setName("worker " + rounds);
            start();
        }

        @Override
        public void run() {
            int[] buffer = new int[rounds];
            for (int i = 0; i < rounds; i++) {
                buffer[i] = sizes[i % 3];
                list = new Node(buffer[i], list);
            }
            add();
            hits = sum;
            result = sum;
        }

        private void add() {
            for (Node node = list; node != null; node = node.next) {
                sum += node.value;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Worker first = new Worker(5);
        Worker second = new Worker(6);
        first.join();
        second.join();
        System.out.println(first.result + second.result + " " + (hits > 0));
    }
}
