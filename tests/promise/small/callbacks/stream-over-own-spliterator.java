package small;

import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        StreamSupport.stream(new Spliterators.AbstractSpliterator<String>(1, 0) {
            public boolean tryAdvance(Consumer<? super String> to) { s.close(); return false; }
        }, false).count();
        s.send();
    }
}
