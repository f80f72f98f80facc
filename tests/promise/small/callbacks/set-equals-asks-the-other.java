package small;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new HashSet<>(Set.of("a")).equals(new AbstractSet<String>() {
            public int size() { s.close(); return 0; }
            public Iterator<String> iterator() { return Collections.emptyIterator(); }
        });
        s.send();
    }
}
