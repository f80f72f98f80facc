package small;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Collections.shuffle(new ArrayList<>(List.of(1, 2)), new Random() {
            protected int next(int bits) { if (s != null) s.close(); return 0; }
        });
        s.send();
    }
}
