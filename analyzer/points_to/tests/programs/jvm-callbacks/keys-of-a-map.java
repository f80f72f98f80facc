import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) {
        Map<Key, String> map = new HashMap<>();
        map.put(new Key(), "first");
        map.get(new Key());
    }
}

class Key {
    public int hashCode() { //~ called by Main.main
        return 1;
    }

    public boolean equals(Object other) { //~ called by Main.main
        return other instanceof Key;
    }

    public String toString() { //~ not called by Main.main
        return "key";
    }
}
