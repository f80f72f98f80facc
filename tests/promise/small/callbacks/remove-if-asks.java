package small;

import java.util.ArrayList;
import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new ArrayList<>(List.of(1)).removeIf(n -> { s.close(); return true; });
        s.send();
    }
}
