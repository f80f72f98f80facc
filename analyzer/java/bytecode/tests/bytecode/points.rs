//! The points of calls are those of the sources: enclosing code, callee and number.

use std::collections::BTreeMap;

use ir::{CallSyntax, Program, Target};
use java_lower::Source;

use crate::support::{class_path, program_of};

/// Without what class files lose: copies of `finally` blocks, initializers, implied calls.
const TEXT: &str = r#"
import java.util.*;
import java.util.function.*;
class A extends ArrayList<String> implements Comparable<A> {
    private int n;
    A(int n) { super(n); this.n = n; add("a"); add("b"); }
    A() { this(1); }
    void touch() {}
    public int compareTo(A other) { return Integer.compare(n, other.n); }
    static <T> T twice(Supplier<T> s) { s.get(); return s.get(); }
    int run(List<? extends A> list, String[] texts) {
        Runnable r = () -> {
            add("c");
            Runnable inner = () -> { add("d"); add("e"); };
            inner.run();
            inner.run();
        };
        r.run();
        list.forEach(a -> a.add("f"));
        list.forEach(A::touch);
        Function<String, Integer> length = String::length;
        Supplier<A> make = A::new;
        Collections.sort(new ArrayList<>(list), (x, y) -> x.compareTo(y));
        try { twice(() -> new A(3)).run(null, texts); } catch (RuntimeException e) { e.printStackTrace(); }
        switch (texts.length) { case 0: clear(); break; case 1: clear(); default: clear(); }
        while (n < 3 && !isEmpty()) { n++; super.clear(); }
        return super.size() + new Inner().size() + length.apply("x") + make.get().size();
    }
    class Inner { int size() { return A.this.size() + run(null, null); } }
    static int sum(Iterator<A> all) { int s = 0; while (all.hasNext()) { s += all.next().size(); } return s; }
}
"#;

/// Line and construct of each point, by enclosing code, callee and number.
fn points(program: &Program) -> BTreeMap<String, (u32, CallSyntax)> {
    let mut points = BTreeMap::new();
    for call in &program.calls {
        let point = &program.points[call.point];
        let Target::Resolved(callee) = &call.target else {
            continue;
        };
        if point.syntax != CallSyntax::Inserted {
            let enclosing = format!("{}.{}", point.enclosing.class, point.enclosing.method);
            let key = format!("{enclosing}: {callee} #{}", point.ordinal);
            points.insert(key, (point.span.line, point.syntax));
        }
    }
    points
}

#[test]
fn points_are_named_as_those_of_the_sources() {
    let source = Source {
        root: "src".to_owned(),
        path: "A.java".to_owned(),
        bytes: TEXT.into(),
    };
    let of_sources = java_lower::load(vec![source], class_path()).expect("a program");
    let (wanted, found) = (points(&of_sources), points(&program_of(TEXT)));
    assert!(wanted.len() > 40, "{}", wanted.len());
    let differ = |(key, place): &(&String, &(u32, CallSyntax))| found.get(*key) != Some(*place);
    let differing: Vec<_> = wanted.iter().filter(differ).collect();
    assert_eq!(differing, [], "{found:#?}");
    let more: Vec<&String> = found
        .keys()
        .filter(|key| !wanted.contains_key(*key))
        .collect();
    // Boxing, and the tests for null of references, look like written calls.
    let is_inserted = |key: &&&String| {
        [".valueOf(", ".intValue(", ".requireNonNull("]
            .iter()
            .any(|name| key.contains(name))
    };
    assert_eq!(
        more.iter().filter(|key| !is_inserted(key)).count(),
        0,
        "{more:#?}"
    );
}
