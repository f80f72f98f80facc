package seeds;

import static java.lang.Math.*;
import java.util.*;

class Calls {
    static final String TEXT = "a";
    static <T> T same(T value) { return value; }
    static int sum(int... values) { int s = 0; for (int v : values) s += v; return s; }
    static long sum(String a, Object... rest) { return a.length() + rest.length; }

    Object all(Object o, int a, int c, String s, int[] copy) {
        List<? extends Comparable<?>> list = Arrays.asList(1, "two", 3.0);
        Comparable<?> first = list.get(0); String same = Calls.<String>same("x"); String inferred = same(same(s));
        int sums = sum() + sum(1) + sum(1, 2) + sum(copy) + (int) sum("a", "b", 2) + (int) sum("c", (Object[]) null);
        double m = max(abs(-1), PI) + Math.sqrt(2); int h = o.hashCode() + "lit".length() + super.hashCode() + hashCode();
        if ((a = c) > 0 && (o = s) instanceof String) { ((Runnable & java.io.Serializable) () -> { }).run(); }
        return s + sums + m + h + first + same + inferred;
    }
}
