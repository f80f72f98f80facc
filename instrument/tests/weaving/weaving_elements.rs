//! Full weaving of reads of array elements: each instruction, where it may stand, and what is bound
//! there.

use crate::support::check;
use crate::weaving_handlers::check_lines;

/// Each kind of array; compound assignments read, initializers and writes do not.
const KINDS: &str = "
//- Main.java
public class Main {
    enum Color { RED, GREEN }
    static long all;
    final int mine;
    Main(int n) { mine = n; }
    Main(int[] n) {
        this(n[0]);
    }
    static int color(Color c) { switch (c) { case RED: return 1; default: return 2; } }
    static long sum(long... n) {
        long sum = 0;
        for (long one : n) sum += one;
        return sum;
    }
    public static void main(String[] args) {
        boolean[] z = {false, true}; byte[] b = {1, 2}; char[] c = {'a'}; short[] s = {3};
        int[] i = {4, 5}; long[] j = {6, 1L << 40}; float[] f = {.5f}; double[] d = {.25, 1e300};
        Object[] o = {\"o\", i, null}; int[][] m = {i, {7}}; String[] t = {\"t\"};
        all += z[1] ? b[1] : b[0];
        all += c[0] + s[0];
        all += j[1] + (long) f[0];
        System.out.println(d[1] + d[0] * all);
        i[0] += 2; j[0]++;
        System.out.println(i[0] + \" \" + --j[0] + m[1][0]);
        t[0] += i[1]; z[0] |= true; b[0]--;
        System.out.println(o[0] + t[0] + (o[2] == null) + z[0] + b[0]);
        System.out.println(new Main(i).mine + color(Color.GREEN) + sum(1, 2));
        Runnable later = () -> System.out.println(i[1]);
        later.run();
        int[] none = args.length > 9 ? i : null;
        try { i[0] = i[2] + none[0]; } catch (ArrayIndexOutOfBoundsException e) { all++; }
        try { i[0] = none[0]; } catch (NullPointerException e) { all++; }
        synchronized (i) { all += o.length; }
        System.out.println(all);
    }
}
";

#[test]
fn each_instruction_that_reads_an_element_is_heard() {
    check_lines(
        KINDS,
        &[],
        &[
            (
                "element boolean[] (int i) target z returning (boolean zv)",
                &[19, 25, 26],
            ),
            (
                "element byte[] (int i) target b returning (byte bv)",
                &[19, 25, 26],
            ),
            ("element byte[] returning", &[19, 25, 26]),
            ("element char[] returning (char cv)", &[20]),
            ("element short[] returning (int v)", &[20]),
            (
                "element int[] (int i) target a returning (int v)",
                &[23, 24, 24, 25, 7, 28],
            ),
            ("element int[]", &[23, 24, 24, 25, 7, 28, 31]),
            (
                "element long[] (int i) target j returning (long jv)",
                &[21, 23, 24, 12, 12],
            ),
            ("element float[] returning (float fv)", &[21]),
            (
                "element double[] (int i) target d returning (double dv)",
                &[22, 22],
            ),
            ("element String[] returning (String tv)", &[25, 26]),
            ("element int[][] (int i) returning (int[] iv)", &[24]),
            (
                "element Object[] (int i) returning (String tv)",
                &[25, 26, 26],
            ),
            ("element Cloneable[]", &[24]),
        ],
    );
}

/// The array, the index and the value are those of the read.
#[test]
fn elements_are_bound_with_what_is_read() {
    check(
        "
//- p.yaml
events:
  read: element Object[] (int n) target a returning (Object v)
properties:
  P:
    states: {q: initial bad}
    transitions:
      - q -> q: read
        when: n == 1 && v == a[1] && a.length == 2
//- Main.java
public class Main {
    static Object of(Object[] all, int at) {
        return all[at];
    }
    public static void main(String[] args) {
        System.out.println(of(new String[] {\"a\", \"b\"}, 1));
        System.out.println(of(new String[] {\"a\", \"b\"}, 0));
        System.out.println(of(new int[][] {{1}, {2}, {3}}, 1) != null);
    }
}
",
        &["P in q by read at Main.java:3 (global)"],
    );
}
