// A method of an interface with type arguments has a bridge, which is as expected as the method.
// races: 0
public class Bridges {
    interface Source<V> {
        V get();
    }

    static class Text implements Source<String>, Comparable<Text> {
        @Override
        public String get() {
            return "text";
        }

        @Override
        public int compareTo(Text other) {
            return 0;
        }
    }

    public static void main(String[] args) {
        Source<String> source = new Text();
        Comparable<Text> comparable = new Text();
        System.out.println(source.get() + comparable.compareTo(new Text()));
    }
}
