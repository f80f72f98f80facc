import java.util.stream.Stream;

/** A stream is used for one operation. */
class StreamUsedOnce {
    static void violates() {
        Stream<String> names = Stream.of("a", "b");
        names.count();
        names.count();
    }

    static void conforms() {
        Stream.of("a", "b").filter(name -> name.length() == 1).count();
    }
}
