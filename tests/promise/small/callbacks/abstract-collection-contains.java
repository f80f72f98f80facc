package small;

import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new AbstractCollection<String>() {
            public int size() { return 0; }
            public Iterator<String> iterator() { s.close(); return Collections.emptyIterator(); }
        }.contains("a");
        s.send();
    }
}
