package small;

import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        List.of(s, s).parallelStream().reduce((x, y) -> { x.close(); return y; }).get().send();
    }
}
