package small;

import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stream.of(s).collect(Collectors.groupingBy(x -> 1, TreeMap::new, Collectors.collectingAndThen(Collectors.toList(), l -> { l.get(0).close(); return l; })));
        s.send();
    }
}
