//! javac as oracle: every call, field access and allocation that it emits is there, in its order,
//! with its copies, and nothing else.

use crate::support::agrees;

const MARKS: &str = "
//- M.java
class M {
    static int a() { return 1; }
    static int b() { return 2; }
    static int c() { return 3; }
    static boolean p() { return true; }
    static boolean q() { return false; }
    static void u() {}
    static void v() {}
    static void w() {}
    static void x() {}
    static Object o(Object x) { return x; }
    static Integer boxed(Integer i) { return i; }
    int f(int x) { return x; }
    M self() { return this; }
}
//- A.java
";

fn body(statements: &str) {
    agrees(&format!(
        "{MARKS}class A {{ int field; Integer box; int[] ints; Integer[] boxes; static String text = \"\";\n void m(int[] array, M m, java.util.List<String> list, Object object) throws Exception {{\n{statements}\n}} }}"
    ));
}

#[test]
fn loops_test_then_run_then_update() {
    body(
        "for (int i = M.a(); i < M.b(); i += M.c()) { M.u(); if (M.p()) continue; M.v(); } M.w();",
    );
    body("while (M.p()) { M.u(); if (M.q()) break; } do { M.v(); } while (M.q());");
    body("for (;;) { M.u(); if (M.p()) break; } while (true) { M.v(); if (M.q()) return; }");
    body(
        "outer: for (String s : list) { for (int i : array) { if (M.p()) continue outer; if (M.q()) break outer; M.u(); } M.v(); }",
    );
    body("do { M.u(); if (M.p()) continue; M.v(); } while (M.q() && M.p());");
}

#[test]
fn conditions_leave_out_what_constants_exclude() {
    body(
        "if (M.p() && M.q() || !M.p()) M.u(); else M.v(); boolean b = M.p() ? M.q() : M.p(); M.w();",
    );
    body(
        "final boolean no = false; if (no) M.u(); if (no && M.p()) M.v(); if (true || M.q()) M.w(); int x = no ? M.a() : M.b();",
    );
    body(
        "if (M.p() & M.q() | M.p() ^ M.q()) M.u(); boolean c = !(M.p() || M.q()); if (true) return; ",
    );
    body("int x = M.p() ? M.a() : M.q() ? M.b() : M.c();");
}

#[test]
fn every_way_out_runs_the_finally_block() {
    body("try { M.u(); } finally { M.v(); } M.w();");
    body(
        "try { if (M.p()) return; M.u(); } catch (RuntimeException e) { M.v(); } finally { M.w(); }",
    );
    body("for (;;) { try { if (M.p()) break; if (M.q()) continue; M.u(); } finally { M.v(); } }");
    body(
        "try { try { M.u(); } finally { M.v(); if (M.p()) return; } } catch (RuntimeException e) { M.w(); } finally { M.x(); }",
    );
    body(
        "try { M.u(); } catch (IllegalStateException | IllegalArgumentException e) { M.v(); throw e; } finally { try { M.w(); } finally { M.x(); } }",
    );
    body("try { } catch (RuntimeException e) { M.u(); } finally { M.v(); }");
    body("try { M.u(); } finally { } try { throw new Exception(\"x\"); } finally { M.w(); }");
    body(
        "try { M.u(); return; } finally { for (int i : array) { if (M.p()) break; } Runnable r = () -> M.x(); }",
    );
}

#[test]
fn resources_are_closed_on_every_way_out() {
    body("try (java.io.StringReader r = new java.io.StringReader(\"x\")) { r.read(); }");
    body(
        "try (java.io.Reader r = open(); java.io.Reader s = open()) { if (M.p()) return; r.read(); } catch (RuntimeException e) { M.u(); } finally { M.v(); } } java.io.Reader open() { return null;",
    );
    body("java.io.StringReader r = new java.io.StringReader(\"x\"); try (r) { M.u(); } M.v();");
    body(
        "for (;;) { try (java.io.StringReader r = new java.io.StringReader(\"x\")) { if (M.p()) break; if (M.q()) continue; M.u(); } }",
    );
}

#[test]
fn monitors_and_assertions_have_no_calls_of_their_own() {
    body(
        "synchronized (M.o(this)) { M.u(); if (M.p()) return; } assert M.p() : M.a(); assert M.q(); assert M.p() : \"text\" + M.b(); assert M.q() : M.o(null); assert M.p() : 'c';",
    );
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    body(
        "m.f(M.a()); m.self().f(M.b() + M.c() * M.a()); array[M.a()] = M.b(); array[M.a()] += M.b(); m.self().f(array[M.c()]++);",
    );
    body(
        "int[][] grid = new int[M.a()][M.b()]; int[] made = { M.a(), M.b() }; Object[] all = new Object[] { M.o(1), \"x\", 2L };",
    );
    body(
        "Object x = (Object) M.a(); long l = (long) M.boxed(3); Integer i = 5; i++; ++i; i += M.a(); int old = i--; box = i; box++; boxes[M.a()]--; this.field = box;",
    );
    body(
        "Integer i = 3, j = 4; if (i < j) M.u(); if (i == j) M.v(); boolean same = i == 3; int sum = i + j; long wide = i; double d = i * 2.0; char c = (char) (int) i;",
    );
    body(
        "String s = \"a\" + M.a() + M.o(\"b\") + 'c' + M.b(); s += M.o(s); text += M.a(); s = 1 + 2 + s + M.c(); char[] cs = s.toCharArray();",
    );
    body(
        "String.format(\"%d %s\", M.a(), M.o(null)); java.util.Arrays.asList(); java.util.Arrays.asList(1, 2); Object[] os = {}; String.format(\"x\", os); array.clone(); M.o(array.length);",
    );
}

#[test]
fn switches_of_every_form_agree() {
    body(
        "switch (M.a()) { case 1: M.u(); case 2: M.v(); break; default: M.w(); } switch (M.b()) { case 3 -> M.u(); default -> { M.v(); M.w(); } }",
    );
    body(
        "switch (text) { case \"a\": M.u(); break; case \"b\": case \"c\": M.v(); } switch (text + M.a()) { case \"Aa\", \"BB\" -> M.w(); default -> M.x(); }",
    );
    body(
        "int x = switch (M.a()) { case 1 -> M.b(); case 2 -> { M.u(); yield M.c(); } default -> throw new RuntimeException(); };",
    );
    body(
        "java.util.concurrent.TimeUnit t = java.util.concurrent.TimeUnit.DAYS; switch (t) { case DAYS: M.u(); break; case HOURS: M.v(); } Integer i = 3; switch (i) { case 3: M.w(); }",
    );
    body(
        "int y = switch (text) { case \"a\": M.u(); yield M.a(); default: yield M.b(); }; M.v(); String s = M.p() ? switch (M.a()) { default -> \"x\"; } : text;",
    );
    agrees(
        "enum E { X, Y { void m() { super.m(); } }; void m() {} int n() { return switch (this) { case X -> 1; case Y -> ordinal(); }; } static int k(E e) { switch (e) { case X: return e.n(); } return 0; } }",
    );
}

#[test]
fn functional_objects_run_what_they_hold() {
    body(
        "Runnable r = () -> M.u(); r.run(); java.util.function.Supplier<Integer> s = () -> { M.v(); return M.a(); }; int n = s.get(); java.util.function.IntSupplier t = M::a;",
    );
    body(
        "java.util.function.Function<String, Integer> f = String::length; java.util.function.Supplier<String> g = list::toString; java.util.function.Supplier<M> h = M::new; java.util.function.IntFunction<int[]> k = int[]::new; java.util.function.Supplier<String> l = super::toString; f.apply(text);",
    );
    body(
        "Runnable r = () -> { Runnable q = () -> { M.u(); field++; }; q.run(); M.v(); Runnable p = () -> M.w(); }; Object captured = M.o(1); Runnable c = () -> M.o(captured);",
    );
    body("list.stream().map(x -> x + M.a()).filter(x -> !x.isEmpty()).map(String::length).forEach(x -> M.f2(x)); } static class N extends M {} } class Unused {{".replace("M.f2(x)", "m.f(x)").replace(" } static class N extends M {} } class Unused {{", "").as_str());
    body(
        "java.util.Comparator<String> c = java.util.Comparator.comparing(String::length); c = c.thenComparing(x -> x.hashCode()).reversed(); list.sort(c);",
    );
}

#[test]
fn classes_of_every_kind_are_built_like_javac_does() {
    agrees(
        "class A { int x = f(); { g(); } A() { h(); } A(int y) { this(); f(); } A(String s) { super(); g(); } int f() { return 1; } void g() {} void h() {} static int s = 3; static final int K = 4; static { new A().g(); } static Object o = new Object(); }",
    );
    agrees(
        "class A { class B { class C { void m() { f(); g(); h(); } void h() {} } void g() { new C().m(); this.new C(); } } void f() { B b = new B(); b.new C(); A.B.C c = this.new B().new C(); } static void s(A a) { a.new B(); } }",
    );
    agrees(
        "class A { void f(int x, String s) { class L { int y = x; void m() { System.out.println(s + x); new L(); } } new L().m(); Runnable r = new Runnable() { int z = x; public void run() { f(x, s); new L(); } }; r.run(); } }",
    );
    agrees(
        "class A { A(int... xs) {} void f() {} static A make() { return new A(1, 2) { void f() { super.f(); } }; } class I { I(String s) {} } static void g(A a) { a.new I(\"x\") { }; } class J extends I { J() { super(\"y\"); } } } class K extends A.I { K(A a) { a.super(\"z\"); } }",
    );
    agrees(
        "enum E implements Runnable { X(1), Y(f()) { public void run() { g(); } }; E(int x) { h(); } E() { this(2); } static int f() { return 2; } void g() {} void h() {} public void run() {} static E one = valueOf(\"X\"); static { values(); } }",
    );
    agrees(
        "record R(int x, String s, Object... rest) { R { if (x < 0) throw new IllegalArgumentException(s); f(); } R(int x) { this(x, \"\"); } static void f() {} public String s() { return s.trim(); } int y() { return x() + s().length(); } } record Q(double d) {}",
    );
    agrees(
        "interface I { int K = Integer.parseInt(\"1\"); String C = \"c\"; default void m() { p(); I.s(); } private void p() {} static void s() {} void abs(); } class A implements I { public void m() { I.super.m(); abs(); } public void abs() {} }",
    );
}

#[test]
fn qualifier_of_a_constant_field_is_evaluated() {
    agrees(
        "class A { static int s; static final int K = 3; final int k = 4; final boolean on = true, off = false; static A a() { return null; } A b;
         int m(A x) { if (x.off) a(); if (a().on) b.b(); return a().K + a().k + x.k + this.k + k + K + A.K + b.b.k; } void b() {} }
         class B extends A { int n() { super.s = 1; return super.k + super.K + super.s + (a().k + 1); } }",
    );
}

#[test]
fn interface_has_no_protected_methods_of_object() {
    agrees(
        "interface I extends J {} interface J { Object clone(); } class A { Object m(I i) { return i.clone(); } }",
    );
}

#[test]
fn primitive_class_literals_are_reads() {
    agrees(
        "class A { Class<?>[] all = { void.class, int.class, boolean.class, String.class, int[].class }; }",
    );
}

#[test]
fn blocks_follow_the_order_of_the_text() {
    body(
        "while (true) { if (M.p()) { this.field = M.a(); break; } ints[0] = this.field; M.u(); } box = null; M.v();",
    );
    body(
        "outer: { for (;;) { M.u(); if (field > 0) break outer; field++; } } ints = null; boxes = null;",
    );
}

#[test]
fn lambda_takes_what_the_class_around_it_captured() {
    agrees(
        "class A { void u(int i, Object o) {} void f(int x, Object y) { new Object() { Runnable r = () -> u(x, y); { Runnable q = () -> u(x, null); } void m() { Runnable s = () -> { u(1, y); Runnable t = () -> u(x, y); }; new Object() { Runnable w = () -> u(x, y); }; } }; } }",
    );
}

#[test]
fn instances_of_classes_further_out_are_tested_for_null() {
    agrees(
        "class A { class I {} class J extends I { J() { A.this.super(); } void m() { A.this.new I(); Runnable r = A.this::g; Runnable q = () -> A.this.new I(); } }
         void g() { A.this.new I(); this.new I(); Runnable r = () -> A.this.new I(); } }",
    );
}

#[test]
fn raw_bound_satisfies_a_bound_with_wildcards() {
    agrees(
        "class R<C extends Comparable> { static <C extends Comparable<?>> R<C> of(C a, C b) { return null; } static <C extends Comparable<?>> R<C> of(C a, String b) { return null; }
         C c; R<C> m() { return of(c, c); } C k() { return of(c, c).c; } }",
    );
}

#[test]
fn reference_to_a_constructor_of_an_inner_class_finds_the_outer_instance() {
    agrees(
        "import java.util.function.*; class A { class I { I(int i) {} I() {} } class J { void m() { IntFunction<I> f = I::new; Supplier<I> s = I::new; Runnable r = () -> { Supplier<I> t = I::new; }; } } void n() { Supplier<I> s = I::new; Supplier<J> t = J::new; } }",
    );
}

#[test]
fn lambdas_in_nested_generic_calls_see_what_the_outer_call_infers() {
    agrees(
        "import java.util.*; import java.util.function.*; import java.util.stream.*;
         class A { List<String> l; static <T> T check(T t) { return t; }
         static <T, K> Collector<T, ?, K> one(Function<? super T, ? extends K> k) { return null; }
         Map<String, Integer> m() { l.stream().collect(one(e -> e.trim())).length(); return l.stream().collect(Collectors.toMap(e -> e.trim(), e -> e.length())); }
         Map<Integer, List<String>> g() { return l.stream().collect(Collectors.groupingBy(e -> e.length(), TreeMap::new, Collectors.mapping(e -> e.trim(), Collectors.toList()))); }
         static <T, R> R in(Function<? super T, ? extends R> f, T t) { return null; }
         <T, V> Object n(T t, Function<? super T, ? extends Stream<? extends V>> f) { return in(i -> f.apply(i).peek(A::check), t); } }",
    );
}

#[test]
fn literals_are_not_null() {
    body("if (\"\" != null) { M.u(); return; } M.v();");
    body(
        "if (null == \"x\") M.u(); else M.v(); int i = \"\" == null ? M.a() : M.b(); while (\"\" == null) M.w(); if (null == null) M.x();",
    );
}

#[test]
fn signature_polymorphic_calls_take_their_result_from_the_context() {
    agrees(
        "import java.lang.invoke.*; class A { static final VarHandle V = null; int f(MethodHandle h) throws Throwable { h.invokeExact(1); for (;; h.invoke(\"x\")) { if (V.compareAndSet(this, 1, 2)) break; } V.set(this, 1); Runnable r = () -> { try { h.invokeExact(); } catch (Throwable t) { } }; Object o = h.invoke(); String s = (String) h.invoke(2L); return (int) h.invokeExact(this); } }",
    );
}

#[test]
fn strings_with_lone_surrogates_are_constants() {
    agrees(
        "class A { static final String S = \"a\\ud800\" + 'b', T = \"\" + '\\udfff'; final String i = S + T; String m() { return S + T + i; } boolean n() { if (S == \"a\\ud801b\") n(); return T == \"\\ufffd\"; } }",
    );
}
