package small;

import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        System.out.println(String.join("-", (Iterable<String>) () -> { s.close(); return List.of("a").iterator(); }));
        s.send();
    }
}
