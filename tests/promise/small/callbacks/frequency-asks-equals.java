package small;

import java.util.Collections;
import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Collections.frequency(List.of("a"), new Object() { public boolean equals(Object o) { s.close(); return false; } });
        s.send();
    }
}
