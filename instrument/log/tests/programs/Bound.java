// References with a receiver of a class below the one that declares the method: compilers before Java 18 name that one,
// and two receivers of different classes share a row of the class file.
// race: 30 35
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

public class Bound {
    static int count;

    static void check(Iterable<String> texts) {
        for (String text : texts) {
            if (text.length() != 1) {
                throw new IllegalStateException(text);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<String> texts = new ArrayList<>(List.of("a", "b"));
        Stream<String> stream = texts.stream();
        BaseStream<String, Stream<String>> base = texts.stream();
        ArrayDeque<String> deque = new ArrayDeque<>();
        BooleanSupplier empty = deque::isEmpty;
        Thread other = new Thread(() -> {
            check(stream::iterator);
            count++;
        });
        other.start();
        other.join(1);
        check(base::iterator);
        count++;
        System.out.println(empty.getAsBoolean());
        other.join();
    }
}
