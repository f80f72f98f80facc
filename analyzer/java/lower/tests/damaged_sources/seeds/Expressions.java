package seeds;

import static java.lang.Math.*;
import java.util.*;

class Expressions {
    static byte b = (byte) 200;
    static final long BIG = 0xFFFF_FFFFL << 3 | 0b101 ^ 017 & ~1;
    static final double HALF = 1e-1 / .5f + 0x1.8p3 - 1d % 2;
    static final String TEXT = "a" + 1 + 'c' + null + true + BIG;
    static final String BLOCK = """
        {"name": "value\t",
         "quote": \"""}\
        end
        """;
    Expressions next;
    int[][] grid = new int[3][], filled = {{1, 2}, {3}, {}};
    Integer boxed = 5;
    char letter = 'x';

    Object all(Object o, int n) {
        int a = n++ + ++n - n-- - --n, c = -a + +n;
        boolean t = a < n && c >= 3 || !(n <= a) ^ a != c & o == this | n > 1;
        a += 2; a -= c; a *= 3; a /= 2; a %= 5; a <<= 1; a >>= 1; a >>>= 2; a &= 7; a |= 8; a ^= 9;
        b += 1.5; letter++; boxed++; boxed += a; grid[a][n] += b; grid[0] = new int[]{a, n};
        next.next.grid[1][2]++; (this.next).boxed = a = c;
        String s = "x" + a + o + next; s += letter; s += null;
        long w = a; double d = w; float f = a; short sh = (short) a; Object box = a; int unboxed = boxed; Long l = 3L;
        int nested = t ? a : t ? c : n; Object mixed = t ? 1 : "s"; long wide = t ? a : w; Integer i = t ? boxed : a;
        Class<?>[] classes = {int.class, String[].class, void.class, Map.Entry.class};
        int[] copy = ((int[]) o).clone(); int length = copy.length + classes.length + args().length;
        Object array = new Object[]{new int[]{1}, new String[2][3], args()}[n]; char at = "abc".charAt(a); at += 1;
        return (Object) (Expressions) o == null ? ((Object) 1).equals(1L) : TEXT + BLOCK + HALF + "\u0041\101\0\s";
    }

    static String[] args() { return new String[0]; }
}
