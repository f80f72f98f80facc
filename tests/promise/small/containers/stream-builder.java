package small;

import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stream.<Session>builder().add(s).build().iterator().next().close();
        s.send();
    }
}
