package small;

import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stream.of(s).<Session>mapMulti((x, to) -> { x.close(); to.accept(x); }).forEach(Session::send);
    }
}
