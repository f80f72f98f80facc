import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) {
        Map<Object, String> map = new HashMap<>();
        map.put("a", "b");
        map.get(A.class);
    }
}

class A {
    A() { } //~ never called
}
