package small;

import java.util.stream.Collectors;
import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stream.of(1).collect(Collectors.reducing(s, n -> s, (x, y) -> y)).close();
        s.send();
    }
}
