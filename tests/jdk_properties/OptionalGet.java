import java.util.Optional;

/** Whether an optional has a value is asked before the value is taken. */
class OptionalGet {
    static void violates() {
        Optional.of("a").get();
    }

    static void conforms() {
        Optional<String> name = Optional.of("a");
        if (name.isPresent()) {
            name.get();
        }
    }
}
