package small;

import java.util.Arrays;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Arrays.deepHashCode(new Object[] {new Object[] {new Object() { public int hashCode() { s.close(); return 1; } }}});
        s.send();
    }
}
