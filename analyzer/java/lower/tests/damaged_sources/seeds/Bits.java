import java.util.*; import java.util.Map.Entry; import static java.util.Map.entry; import static java.util.Collections.*;
@Deprecated(since = "1") public class Bits<T> {
  static int \u0061bc = 1; int $ = 0, _a, été = 2; static int f() { return Bits.abc = g(); } static int g() { return A.X + B.Y; }
  interface A { int X = B.Y + 1; } interface B { int Y = 2; }
  static class Loop { static final int P = Loop.Q + 1, Q = 3; static final String S = "s" + P; int x = this.y, y = x; }
  Object m(Object... o) throws Exception { return o.length == 0 ? new Object[0] : m((Object) o, m(), o[0]); }
  void exits(int n) { a: for (;;) { b: do { switch (n) { case 1: continue a; case 2: break b; case 3: return; default: break a; } } while (n-- > 0); } }
  int fin(int n) { try { if (n > 0) return n; try { throw new RuntimeException(); } catch (RuntimeException e) { return 2; } finally { n++; } } finally { while (n > 5) { n--; if (n == 7) continue; if (n == 6) break; } } }
  void old(Vector v) { for (Enumeration e = v.elements(); e.hasMoreElements(); ) { String s = (String) e.nextElement(); synchronized (s) { s.notify(); } } int x[][] = new int[2][3], y = x[0][1]; x[1][y] <<= 2L; }
  static void main(String... args) throws Throwable { Thread t = new Thread(() -> System.exit(abc)) { public void run() { super.run(); } }; t.start(); if (args != null) throw (Throwable) args.getClass().getMethod("m").invoke(null); }
  int own() { return Bits.super.hashCode(); } long mix(byte b, short s, char c, long l, float f, double d, boolean z) { b = 1; s = 'a'; c = 98; l = b + s; f = l; d = f * c; z &= l > d ^ z; b++; --c; s >>>= 1; return z ? b : l; }
  Entry<String, ? extends Bits<T>.In<int[]>> e() { In<int[]> in = new In<>() { { go(); } void go() { T t = this.t; } }; return entry("k", in); }
  class In<U> { T t; U u; void go() { } In<In<U>> up() { return new In<In<U>>(); } }
}
