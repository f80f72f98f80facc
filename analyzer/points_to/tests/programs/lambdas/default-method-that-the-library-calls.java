import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

class Main {
    interface Finisher extends Function<List<String>, Object> {
        @Override
        default <V> Function<List<String>, V> andThen(Function<? super Object, ? extends V> next) { //~ called by Main.main
            return null;
        }
    }

    public static void main(String[] args) {
        Finisher finisher = list -> { return list; }; //~ may be called by Main.main
        Collector<String, List<String>, Object> collector =
            Collector.of(() -> new ArrayList<String>(), (list, word) -> list.add(word), (a, b) -> a, finisher);
        Collectors.collectingAndThen(collector, x -> x);
    }
}
