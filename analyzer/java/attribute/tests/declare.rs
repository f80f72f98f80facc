//! Declared classes are those of javac's class files.

mod common;

use std::collections::BTreeSet;

use common::{class_path, compile, units};
use java_attribute::{TypeNames, declare};
use java_types::Access;
use java_types::class_info::ClassInfo;
use jvm::classfile::ClassFile;

/// Declares the classes of the text and compares them with what javac made of it.
fn check(text: &str) {
    let compiled = compile(text);
    let units = units(&compiled.files);
    let declared = declare(&units, TypeNames::new(&units), &*class_path());
    assert!(
        declared.findings.iter().all(Vec::is_empty),
        "{:?}",
        declared.findings
    );
    let names: BTreeSet<&str> = declared.infos.iter().map(|info| &*info.name).collect();
    let expected: BTreeSet<&str> = compiled.classes.keys().map(String::as_str).collect();
    assert_eq!(names, expected);
    for info in &declared.infos {
        let file = ClassFile::parse(&compiled.classes[&*info.name]).expect("a class file");
        let expected = jvm::class_info(&file).expect("class info");
        assert_eq!(lines(info), lines(&expected), "{}", info.name);
    }
}

/// Returns the compared facts of a class, as text. Local classes' constructors and captured
/// variables are attribution's business.
fn lines(info: &ClassInfo) -> Vec<String> {
    let is_local = info.enclosing_method.is_some();
    let mut lines = vec![format!(
        "{:?} {:?} {:?}",
        info.access, info.super_name, info.interfaces
    )];
    lines.push(format!("{:?} {:?}", info.signature, info.enclosing_method));
    lines.push(format!("{:?}", info.permitted_subclasses));
    lines.extend(info.nesting().map(|row| format!("{row:?}")));
    lines.extend(
        info.record_components
            .iter()
            .flatten()
            .map(|c| format!("{c:?}")),
    );
    let mut members: Vec<String> = Vec::new();
    for method in info
        .methods
        .iter()
        .filter(|m| !m.access.has(Access::SYNTHETIC) && &*m.name != "<clinit>")
    {
        if !(is_local && method.is_constructor()) {
            members.push(format!("{method:?}"));
        }
    }
    for field in info
        .fields
        .iter()
        .filter(|f| !is_local && !f.name.starts_with('$'))
    {
        members.push(format!("{field:?}"));
    }
    members.sort();
    lines.extend(members);
    lines
}

#[test]
fn members_and_flags_are_those_of_the_class_file() {
    check(
        "package p; import java.util.*;
         public abstract class A<T extends Comparable<T> & Runnable> extends ArrayList<T> implements Cloneable {
           public static final int ONE = 1; protected final String s = \"a\" + ONE; private long[] n; T t;
           static final double D = ONE / 2.0; static final byte B = 7; static final boolean Y = 1 < 2; final int x = new Random().nextInt();
           static final String LONG = \"x\" + 'c' + 1.5f + 2.25 + 2L + true; static final char C = (char) 66; static final int SH = 1 << 33;
           protected abstract <X extends Exception> Map<? super T, List<? extends X>> m(T[] a, int... b) throws X, java.io.IOException;
           private static native void f(); synchronized final void g(String... s) {} A(T t) {} protected A(int... i) {}
           public interface I { int F = 3; void m(); default int d() { return 0; } static void s() {} private void p() {} class InI {} }
           @interface N { int value() default 1; Class<?>[] types() default {}; }
           static class Nested<U> { class Inner<V> { U u; V v; class Deep { U u; A.Nested<U>.Inner<V> up; } } private class P {} protected static class Q {} }
           class Plain { T t; Plain(T t) {} } class Sub extends Plain { Sub() { super(null); } Plain p; }
         }
         interface J extends A.I, Comparable<J> {}",
    );
}

#[test]
fn enums_and_records_have_implied_members() {
    check(
        "enum A { X, Y(1) { void f() {} }, Z { }; final int i; A() { this(0); } A(int i) { this.i = i; } void f() {} }
         enum Simple implements Runnable { ONE; public void run() {} }
         enum Abs { P { int g() { return 1; } }; abstract int g(); }
         record R<T>(int a, T b, String... c) { R { } static int q; int d() { return a; } }
         record S(int a, long b) { S(int a, long b) { this.a = a; this.b = b; } S(int a) { this(a, 2); } public int a() { return a; }
            public String toString() { return null; } record Inner() {} interface K {} enum E { U } }
         record Empty() {}
         sealed interface Shape permits Circle, Square {} record Circle(double r) implements Shape {} non-sealed class Square implements Shape {}
         sealed class Base { static final class One extends Base {} static final class Two extends Base {} }",
    );
}

#[test]
fn local_and_anonymous_classes_are_numbered_as_javac_does() {
    check(
        "import java.util.function.*; import java.util.*;
         class A {
           Object f = new Object() { Object g = new Object() { }; };
           static Object s = new Object() { };
           <T> T id(T t) { return t; } A chain(Object o) { return this; } static void two(Object a, Object b) {} static void fun(Supplier<?> s, Object o) {}
           void m(int p) {
             class L { class In {} } class M extends L {} new L() { };
             { class L2 {} } if (p > 0) { class L3 {} } else { class L3 {} }
             chain(new Object() { int a1; }).chain(new Object() { int a2; });
             two(new Object() { int b1; }, new Object() { int b2; });
             fun(() -> new Object() { int c1; }, new Object() { int c2; });
             two(id(new Object() { int d1; }), new Object() { int d2; });
             two(new ArrayList<>(Arrays.asList(new Object() { int e1; })), new Object() { int e2; });
             new Thread(new Runnable() { public void run() { new Object() { }; } }) { int f1; };
             Function<Integer, Object> fn = x -> new Object() { int g1 = x; };
             Object o = p > 1 ? new Object() { int h1; } : new Object() { int h2; };
             switch (p) { case 1: class SW {} new SW() {}; break; default: new Object() { int i1; }; }
             try { new Object() { int j1; }; } catch (RuntimeException e) { new Object() { int j2; }; } finally { new Object() { int j3; }; }
             record LR(int x) {} enum LE { Q } interface LI {}
             Object[] arr = { new Object() { int k1; }, new Object() { int k2; } };
             id(new Object() { int l1; }).toString();
             (new Object() { void z() { } }).z();
             two(p > 0 ? new Object() { int m1; } : null, new Object() { int m2; });
           }
           static { new Object() { int n1; }; } { new Object() { int n2; }; }
           A() { this(new Object() { int o1; }); } A(Object o) { super(); new Object() { int o2; }; }
           static void st() { class InStatic { } new Object() { int q1; }; }
           interface I { Object o = new Object() { }; default void d() { new Object() { }; class D {} } }
           enum E { X(new Object() { int r1; }) { int r2; }, Y(null) { Object o = new Object() { int r3; }; }; E(Object o) { new Object() { int r4; }; } }
         }
         class B<T> { class G { T t; } void m() { class L<U> extends G implements Comparable<L<U>> { public int compareTo(L<U> o) { return 0; } T t; } new Comparator<T>() { public int compare(T a, T b) { return 0; } }; } }",
    );
}

#[test]
fn names_resolve_through_nesting_inheritance_and_imports() {
    check(
        "//- p/Base.java
         package p; public class Base<T> { public static class Stat {} public class Inner { public T t; } public interface Prot { void q(Stat s); } static class Hidden {} }
         //- q/A.java
         package q; import p.*; import java.util.Map.Entry; import static java.util.AbstractMap.SimpleEntry; import java.util.*;
         public class A extends Base<String> implements Base.Prot {
           Stat s; Inner i; Entry<String, Inner> e; SimpleEntry<Stat, ? super Inner[]> se; Map.Entry<A, Hidden> me; java.util.List<p.Base.Stat> l;
           public void q(Stat s) {} class Hidden extends Inner {} class Sub extends Base<Integer> { Inner i; A.Inner j; List<Inner> k; }
           static class HashMap<K, V> extends java.util.HashMap<K, V> { Entry<K, V> own; Node n; }
           String string; Object object; <String> String shadow(String s) { return s; }
           Other o; Other.Nested<A> on; Base<? extends Number>.Inner wi; Base raw; Base.Inner rawInner;
         }
         class Node {} class Other { static class Nested<X extends A> {} }",
    );
}
