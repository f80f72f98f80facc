package small;

import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        try (Stream<String> stream = Stream.of("a").onClose(s::close)) { stream.count(); }
        s.send();
    }
}
