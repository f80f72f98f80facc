package small;

import java.util.AbstractMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new AbstractMap.SimpleImmutableEntry<>(new AbstractMap.SimpleEntry<>("a", s)).getValue().close();
        s.send();
    }
}
