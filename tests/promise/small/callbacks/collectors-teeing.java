package small;

import java.util.stream.Collectors;
import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stream.of(s).collect(Collectors.teeing(Collectors.counting(), Collectors.toList(), (n, all) -> all.get(0))).close();
        s.send();
    }
}
