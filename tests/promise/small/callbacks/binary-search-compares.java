package small;

import java.util.Arrays;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Arrays.binarySearch(new Object[] {new Key(s)}, new Key(s));
        s.send();
    }
}

record Key(Session s) implements Comparable<Key> { public int compareTo(Key other) { s.close(); return 0; } }
