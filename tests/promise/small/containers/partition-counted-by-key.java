package small;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Map<Session, Long> counts = Stream.of(s).collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        counts.keySet().iterator().next().close();
        s.send();
    }
}
