// Class initializers come before all uses of their classes: no race.
public class Initializers {
    static class Lazy {
        static int[] table = new int[4];
        static int made;
        static {
            for (int i = 0; i < table.length; i++) {
                table[i] = i * i;
            }
            made = 1;
        }
        static int at(int i) {
            return table[i] + made;
        }
    }

    static class Below extends Lazy {
        int x = made;
    }

    enum Color { RED, GREEN; int weight = ordinal() + 1; }

    public static void main(String[] args) throws Exception {
        int[] out = new int[3];
        Thread a = new Thread(() -> out[0] = Lazy.at(2));
        Thread b = new Thread(() -> out[1] = new Below().x + Color.GREEN.weight);
        a.start();
        b.start();
        out[2] = Lazy.table[3] + Color.RED.weight;
        a.join();
        b.join();
        System.out.println(out[0] + out[1] + out[2]);
    }
}
