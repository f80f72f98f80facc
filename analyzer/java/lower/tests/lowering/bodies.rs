//! javac as oracle for what bodies mean: pattern variables, operators, labels of switches,
//! resources, captured variables.

use crate::support::{agrees, agrees_but_for};
use java_compiled::Kind;

#[test]
fn pattern_variables_are_in_scope_where_they_are_definitely_matched() {
    agrees(
        "import java.util.*;
        class A { String t = \"\"; int n;
            int m(Object o, Object q) {
                if (!(o instanceof String t)) { return t.hashCode(); }
                if (o instanceof Integer i && i > 3 || q instanceof Long) n = t.length();
                while (!(q instanceof List<?> l)) { q = t.trim(); }
                for (Object e : l) { if (e instanceof Map.Entry<?, ?> me) { me.getKey().toString(); continue; } e.hashCode(); }
                do { o = l.get(0); } while (!(o instanceof StringBuilder b));
                b.append(l.size());
                return o instanceof Long p ? p.intValue() : l.size();
            }
            void field_again(Object o) { if (!(o instanceof Integer t)) { t.trim(); } else { t.intValue(); } t.length();
                while (!(o instanceof Integer t)) { if (n > 0) break; } t.isEmpty(); }
        }",
    );
}

#[test]
fn operators_unbox_and_box_again() {
    agrees(
        "import java.util.*;
        class A { static int a(Object o) { return 1; }
            void m(Integer i, Long l, Character c, Boolean b, List<Integer> li, byte by, Integer[] ia) {
                int x = i + 1; long y = i + l; x += i; i += x; i++; c++; l = y + i; by += i; by |= li.get(0);
                boolean e = i == x, f = i == li.get(0), g = l == 3, h = b && e | b ^ f; b &= g; while (!b) a(i << l);
                int[] arr = { i, x, c }; arr[i] = li.get(1); arr[c]++; arr[li.get(0)] += l; ia[0]++; ia[x] += 2;
                long[] la = new long[i]; x = -i; x = ~i; y = -l; x = +c; assert b : i; x = arr[li.get(b ? 0 : i)];
                for (int p : li) a(p); for (Integer p : arr) a(p); for (long p : li) a(p); for (long p : arr) a(p);
            }
            Integer r(int x) { return x; } int s(Integer x) { return x; } Object t(char c) { return c; }
        }",
    );
}

#[test]
fn conditionals_of_numbers_have_a_type_of_their_own() {
    agrees(
        "class A { static void f(char c) {} static void f(int i) {} static void f(Object o) {} static void f(long l) {}
            static <T> T id(T t) { return t; } static <T> Integer number(T t) { return 1; }
            void m(boolean b, Integer i, Long l, int x, Short s, byte y) {
                f(b ? i : x); f(b ? 'a' : 0); f(b ? 'a' : x); f(b ? i : null); f(b ? i : l); f(b ? 1 : \"s\"); f(b ? s : y);
                f(b ? id(1) : id(2)); f(b ? number(b) : 2L); Object o = b ? i : l; Integer k = b ? 1 : 2; long w = b ? i : 3L;
                final boolean yes = true; final String text = yes ? \"a\" : \"b\"; switch (\"\" + x) { case text: f(1); }
            }
        }",
    );
}

#[test]
fn labels_of_switches_are_constants_of_the_selector() {
    agrees(
        "import java.util.function.*;
        class A { enum E { X, Y { int f() { return 2; } }, Z; int f() { return 1; } } static final String K = \"k\"; int X; Integer boxed;
            static int a(Object o) { return 1; }
            int m(E e, String k, Integer i, char ch) {
                final String local = \"loc\"; final int two = 2;
                switch (e) { case X: int y = e.f(); break; case Y: y = X; a(y); default: }
                switch (k) { case K: a(1); break; case local: a(k); case \"z\" + two: m(e, k, i, ch); }
                int r = switch (i) { case 1 -> e.f(); case two -> { int u = a(k); yield u + k.length(); } default -> throw new IllegalStateException(k + 1); };
                Object z = switch (ch) { case 'a', 'b': yield 1; case 98 + 1: yield k; default: yield switch (e) { case X -> 2.0; case Y, Z -> boxed; }; };
                Supplier<String> s = switch (e) { case X -> () -> k.trim(); default -> k::trim; };
                long lg = switch (e) { case X -> 1; case Y -> a(k); case Z -> i; };
                return switch (e) { case X -> i; case Y -> boxed; default -> r; };
            }
        }",
    );
}

#[test]
fn iteration_and_resources_go_by_the_static_type() {
    agrees(
        "import java.util.*;
        class A { static void a(Object o) {} Map<String, List<Integer>> map;
            <T extends Comparable<T> & AutoCloseable, I extends ArrayList<String>> void m(T t, I it, T[] ts, List<? extends Number> nums) throws Exception {
                try (t; T w = t; var u = ts[0]) { t.compareTo(w); } catch (IllegalStateException | IllegalArgumentException ex) { ex.getMessage(); throw ex; } catch (Exception ex) { ex.getCause(); } finally { t.close(); }
                for (String x : it) x.trim(); for (var x : it) x.trim(); for (T x : ts) x.close();
                for (var n : nums) n.intValue(); for (Number n : nums) n.longValue(); var first = nums.get(0); first.doubleValue();
                for (Map.Entry<String, List<Integer>> p : map.entrySet()) for (Integer v : p.getValue()) a(v);
                class C implements java.io.Closeable { public void close() {} }
                try (C c = new C()) { a(c); } try (java.io.Closeable c = () -> a(t)) { a(c); }
            }
        }",
    );
}

#[test]
fn local_classes_take_captured_variables_in_the_order_of_javac() {
    agrees_but_for(
        "import java.util.function.*;
        class A { static void a(Object o) {}
            void f(int x, String s, long z, double d) {
                final int k = 3;
                class L { long y = z; int w = x + k; L(int q) { a(s); } L() { this(1); } class M { { new L(); } int mm = x; } }
                class S extends L { S() { super(2); } S(int v) { a(d); } }
                class T extends S { Object o = new L() { int qq = (int) d; }; }
                Object o = new Object() { void h() { new Object() { void kk() { new L(); s.length(); } }; new T(); } };
                Supplier<L> sup = L::new; Function<Integer, L> fun = L::new; IntFunction<L[]> arr = L[]::new;
                for (int i : new int[] { 1 }) { int j = i; new Thread() { public void run() { a(j); a(i); a(x); } }.start(); }
                new L(x) { void g() { a(z); super.hashCode(); } }.g();
            }
            { int loc = 5; final int cc = 6; new Object() { int g = loc + cc; }; Runnable r = () -> new Object() { { a(loc); } }; }
        }",
        &[Kind::CapturedVariable],
    );
}

#[test]
fn a_class_in_a_lambda_takes_copies_of_what_another_class_captured() {
    agrees_but_for(
        "class A { static void a(Object o) {}
            void f(int x, String s, long z) {
                class L { long y = z; int w = x; }
                class S extends L { S(int q) { s.length(); } }
                Runnable r = () -> { new S(2) { int t = s.length() + x; }; Runnable q = () -> { s.length(); new Object() { int u = x; }; }; q.run(); };
            }
            static <T> void g(T t, int p) { class G<U> { T tt = t; U u; void m() { a(t); a(p); } } new G<String>().m(); new G<>() { void m() { super.m(); } }; }
        }",
        &[Kind::CapturedVariable],
    );
}

#[test]
fn nothing_guards_a_try_block_that_does_nothing() {
    agrees(
        "class A { java.io.InputStream o() { return null; } void u() {}
            void k() throws Exception { try (java.io.InputStream i = o()) { } }
            void j() throws Exception { try (java.io.InputStream i = o()) { int x; } u(); }
            void f() { try { int x; } finally { u(); } try { ; } catch (RuntimeException e) { u(); } finally { u(); } synchronized (this) { } }
        }",
    );
}

#[test]
fn written_parameter_types_decide_what_stands_for_wildcards() {
    agrees(
        "import java.util.*; import java.util.function.*;
        class A<T extends CharSequence> {
            static <E> void each(Collection<E> all, Predicate<? super E> test) { all.removeIf(test); }
            static <E> void each(Collection<E> all, Consumer<? super E> use) { all.forEach(use); }
            void m(List<? extends Number> nums, List<T> texts, Collection<? super Integer> sinks, Map<String, ? extends List<?>> map) {
                nums.removeIf((Number n) -> n.intValue() > 1); nums.removeIf((Object o) -> o.hashCode() > 1);
                each(texts, (CharSequence c) -> c.length() > 1); each(texts, (T t) -> { t.length(); });
                each(nums, (Number n) -> n.longValue() == 2); map.forEach((String k, List<?> v) -> v.size());
                Predicate<?> any = (Object o) -> o.hashCode() == 1; Predicate<? super String> p = (CharSequence c) -> c.length() == 1;
                Function<? super String, ? extends Number> f = (Object o) -> o.hashCode(); f.apply(\"\").intValue();
            }
        }",
    );
}

#[test]
fn protected_constructors_of_other_packages_are_for_subclasses() {
    agrees(
        "//- p/Base.java
        package p; public class Base { protected Base(String s) {} public Base(Object o) {} protected Base(Throwable t) {} public static class In { protected In(String s) {} public In(Object o) {} } }
        //- q/A.java
        package q; import p.Base; import java.util.function.*;
        class A extends Base { A() { super(\"x\"); } A(int i) { super((Throwable) null); }
            Object m() { new Base(null); new Base(\"x\"); new Base.In(\"y\"); new Base(\"z\") { }; new java.util.concurrent.ExecutionException(null);
                Function<String, Base> f = Base::new; return f; }
        }",
    );
}

#[test]
fn classes_in_a_lambda_follow_the_parameter_types_that_are_chosen() {
    agrees(
        "import java.util.*; import java.util.function.*;
        class A { static void a(Object o) {} static void a(String s) {} static void a(Integer s) {}
            static <T> T pick(T one, Function<? super T, ? extends List<?>> f) { return one; }
            static void over(Function<String, Object> f, int x) {} static void over(ToIntFunction<Integer> f, String y) {}
            static <R> R in(Function<Integer, R> f, Supplier<String> s) { return null; } static <R> R in(BiFunction<String, String, R> f, Runnable r) { return null; }
            void m() {
                over(x -> new Object() { { a(x); } int z = x.length(); }, 1);
                over(x -> { class L { int k = x.intValue(); { a(x); } } return new L().k; }, \"\");
                over(x -> { Supplier<Object> s = () -> { a(x); return new ArrayList<>(List.of(x)) { { a(get(0)); } }; }; return s.get(); }, 2);
                pick(1, x -> new ArrayList<>(List.of(x)) { { a(get(0)); get(0).intValue(); } });
                in(x -> { a(x); return new Object() { Runnable q = () -> a(x); }; }, () -> \"\");
            }
        }",
    );
}
