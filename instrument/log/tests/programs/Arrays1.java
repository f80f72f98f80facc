// Elements of arrays of all types: one element races, others do not.
// race: 22 28
public class Arrays1 {
    static final boolean[] z = new boolean[2];
    static final byte[] b = new byte[2];
    static final char[] c = new char[2];
    static final short[] s = new short[2];
    static final int[] i = new int[2];
    static final long[] j = new long[2];
    static final float[] f = new float[2];
    static final double[] d = new double[2];
    static final Object[] o = new String[2];
    static final int[][] m = new int[2][2];

    static void fill(int at) {
        z[at] = !z[at]; b[at] += 300; c[at]--; s[at] += 70000; i[at]++; j[at]++; f[at]++; d[at]++;
        o[at] = "x" + at; m[at][at] += o[at].hashCode();
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { fill(0);
            m[1][0] = 1;
            try { o[0] = 1; } catch (ArrayStoreException e) { i[0] = 1; }
            try { i[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { i[0] = 2; }
        });
        t.start();
        fill(1);
        m[1][0] = 2;
        t.join();
        System.out.println(z[0] + " " + b[1] + " " + (int) c[0] + " " + s[1] + i[0] + j[1] + f[0] + d[1] + o[0] + m[0][0]);
    }
}
