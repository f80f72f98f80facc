//! Why a local may hold an object, and why a method may run: each step with its line.

use points_to::{Callee, Dispatch, ObjectId, Solution, Step, Variable, Why};

use super::made;
use super::support::{Solved, solve};

fn ask<T>(solved: &Solved, question: impl FnOnce(&Why<'_>) -> T) -> T {
    let dispatch = Dispatch::new(&solved.program);
    let why = Why::new(
        &solved.program,
        &dispatch,
        Solution {
            start: &solved.start,
            hidden: &solved.hidden,
            points_to: &solved.points_to,
            constraints: &solved.constraints,
        },
    );
    question(&why)
}

/// `LINE: TEXT` for each step, with the places of models as `FILE`.
fn shown(steps: Option<Vec<Step>>) -> Vec<String> {
    let line = |step: &Step| {
        step.place
            .map_or("-".to_owned(), |(_, span)| span.line.to_string())
    };
    steps
        .unwrap_or_default()
        .iter()
        .map(|step| format!("{}: {}", line(step), without_place(&step.text)))
        .collect()
}

fn without_place(text: &str) -> String {
    let Some((before, model)) = text.split_once("library model <jdk>/") else {
        return text.to_owned();
    };
    let (place, after) = model
        .split_once(')')
        .expect("a model stands in parentheses");
    let (file, line) = place.split_once(".yaml:").expect("a file and a line");
    assert!(
        !file.is_empty() && line.parse::<u32>().is_ok_and(|line| line > 0),
        "{place}"
    );
    format!("{before}library model FILE){after}")
}

/// Why `x` in `main` may hold the first `B`.
fn holds(members: &str) -> Vec<String> {
    let solved = solve(members);
    let Variable { method, local } = solved.local("main", "x");
    ask(&solved, |why| {
        shown(why.holds(method, local, made(&solved, "A$B", 0)))
    })
}

#[test]
fn copies_calls_and_fields_are_told_in_their_order() {
    let steps = holds(
        "static class B { } B kept;
         static B id(B b) { return b; }
         static B make() { return new B(); }
         public static void main(String[] a) {
             A it = new A();
             B made = make();
             it.kept = id(made);
             B x = it.kept;
         }",
    );
    assert_eq!(
        steps,
        [
            "4: the `A.B` is made",
            "4: returned by `A.make`",
            "7: the result of `A.make`, now in `made`",
            "8: passed to parameter 1 of `A.id`",
            "3: returned by `A.id`",
            "8: the result of `A.id`",
            "8: stored into field `A.kept` of the `A` at A.java:6",
            "9: read from field `A.kept` of the `A` at A.java:6, now in `x`",
        ]
    );
}

#[test]
fn shortest_of_several_ways_is_told() {
    for (locals, ways) in [
        (
            "B near, far, farther;",
            "near = b; x = near; farther = b; far = farther; x = far;",
        ),
        (
            "B farther, far, near;",
            "farther = b; far = farther; x = far; near = b; x = near;",
        ),
    ] {
        let steps = holds(&format!(
            "static class B {{ }} public static void main(String[] a) {{ {locals} B x; B b = new B(); {ways} }}"
        ));
        let told = [
            "2: the `A.B` is made",
            "2: assigned to `b`",
            "2: assigned to `near`",
            "2: assigned to `x`",
        ];
        assert_eq!(steps, told, "{ways}");
    }
}

#[test]
fn containers_are_told_with_the_model_of_each_method() {
    let steps = holds(
        "static class B { }
         public static void main(String[] a) {
             List<B> l = new ArrayList<>();
             l.add(new B());
             for (B x : l) { }
         }",
    );
    assert_eq!(
        steps,
        [
            "5: the `A.B` is made",
            "5: put into the elements of the `java.util.ArrayList` at A.java:4 by `List.add(Object)` (library model FILE)",
            "6: taken out of the elements of the `java.util.ArrayList` at A.java:4 by `Collection.iterator()` (library model FILE)",
            "6: put into the elements of what `java.util.List.iterator` makes at A.java:6 by `Collection.iterator()` (library model FILE)",
            "6: taken out of the elements of what `java.util.List.iterator` makes at A.java:6 by `Iterator.next()` (library model FILE)",
            "6: assigned to `x`",
        ]
    );
}

#[test]
fn what_escapes_may_come_back() {
    let steps = holds(
        "static class B { }
         static native void give(Object o);
         static native Object take();
         public static void main(String[] a) {
             B[] bs = { new B() };
             give(bs);
             B x = (B) take();
         }",
    );
    assert_eq!(
        steps,
        [
            "6: the `A.B` is made",
            "6: stored into the array `A.B[]` at A.java:6",
            "-: found in the array `A.B[]` at A.java:6, which the library has",
            "8: `A.take`, code without sources, may give out all that has escaped",
            "8: assigned to `x`",
        ]
    );
}

#[test]
fn captured_thrown_and_static_values_are_followed() {
    let cases: &[(&str, &[&str])] = &[
        (
            "B b = new B(); Supplier<B> s = () -> b;\n B x = s.get();",
            &[
                "3: the `A.B` is made",
                "3: assigned to `b`",
                "3: captured by the lambda in `A`",
                "3: returned by the lambda in `A`",
                "4: the result of the lambda in `A`",
                "4: assigned to `x`",
            ],
        ),
        (
            "B x = null; try { throw new B(); }\n catch (B b) { x = b; }",
            &[
                "3: the `A.B` is made",
                "3: escapes: thrown",
                "3: caught: all that is thrown may be caught",
                "4: assigned to `x`",
            ],
        ),
        (
            "one = new B();\n B x = one;",
            &[
                "3: the `A.B` is made",
                "3: stored into field `A.one`",
                "4: read from field `A.one`, now in `x`",
            ],
        ),
        (
            "Object[] os = new Object[1]; os[0] = new B();\n B x = (B) os[0];",
            &[
                "3: the `A.B` is made",
                "3: stored into the array `java.lang.Object[]` at A.java:3",
                "4: read from the array `java.lang.Object[]` at A.java:3",
                "4: assigned to `x`",
            ],
        ),
        (
            "new B().me().me();\n B x = new B().me();",
            &[
                "3: the `A.B` is made",
                "3: `A.B.me` is called on it",
                "2: returned by `A.B.me`",
                "4: the result of `A.B.me`, now in `x`",
            ],
        ),
    ];
    for (code, told) in cases {
        let steps = holds(&format!(
            "static class B extends RuntimeException {{ B me() {{ return this; }} }} static B one;\n public static void main(String[] a) {{ {code} }}"
        ));
        assert_eq!(steps, *told, "{code}");
    }
}

/// Why the first method of this name may run.
fn reached(name: &str, members: &str) -> Vec<String> {
    let solved = solve(members);
    let method = solved.method(name);
    ask(&solved, |why| shown(why.reached(method)))
}

#[test]
fn method_is_reached_by_the_shortest_chain_of_calls() {
    for calls in ["near(); far();", "far(); near();"] {
        for methods in [
            "static void far() { farther(); } static void farther() { f(); } static void near() { f(); }",
            "static void near() { f(); } static void far() { farther(); } static void farther() { f(); }",
        ] {
            let steps = reached(
                "f",
                &format!(
                    "static void f() {{ }} {methods}\n public static void main(String[] a) {{ {calls} }}"
                ),
            );
            let told = [
                "3: `A.main` is an entry point",
                "3: `A.main` calls `A.near`",
                "2: `A.near` calls `A.f`",
            ];
            assert_eq!(steps, told, "{methods} {calls}");
        }
    }
}

#[test]
fn what_runs_without_a_visible_call_is_told_with_the_reason() {
    let cases: &[(&str, &[&str])] = &[
        (
            "void f() { }\n public static void main(String[] a) {\n List<A> l = new ArrayList<>(); l.add(new A());\n l.forEach(x -> x.f()); }",
            &[
                "3: `A.main` is an entry point",
                "5: `A.main` calls `java.util.List.forEach`, which calls back the lambda in `A` (library model FILE)",
                "5: the lambda in `A` calls `A.f`",
            ],
        ),
        (
            "static class B {\n static { f(); } static int n;\n static void f() { } }\n public static void main(String[] a) {\n B.n++; }",
            &[
                "5: `A.main` is an entry point",
                "6: `A.main` uses the class, so the static initializer of `A.B` runs",
                "3: the static initializer of `A.B` calls `A.B.f`",
            ],
        ),
        (
            "static class B implements Runnable {\n public void run() { f(); }\n void f() { } }\n static native void give(Object o);\n public static void main(String[] a) {\n give(new B()); }",
            &[
                "7: the `A.B` is made",
                "7: escapes through `A.give`, code without sources",
                "3: so the library may call `A.B.run` on the `A.B` at any time",
                "3: `A.B.run` calls `A.B.f`",
            ],
        ),
        (
            "static void f() { }\n static native void give(Object o);\n public static void main(String[] a) {\n Runnable r = () -> f();\n give(r); }",
            &[
                "5: the lambda in `A` is made",
                "5: assigned to `r`",
                "6: escapes through `A.give`, code without sources",
                "5: so the library may call the lambda in `A` at any time",
                "5: the lambda in `A` calls `A.f`",
            ],
        ),
        (
            "void f() { }\n public static void main(String[] a) throws Exception {\n Class.forName(a[0]).getMethod(\"f\").invoke(null); }",
            &[
                "4: `f` of every class is taken to be called from outside the sources: `java.lang.reflect.Method.invoke` on method `f` of any class",
                "2: so `A.f` may run during that call",
            ],
        ),
        (
            "protected void finalize() { f(); } void f() { }\n public static void main(String[] a) {\n new A(); }",
            &[
                "2: `A.finalize` runs at any time, when its object is collected",
                "2: `A.finalize` calls `A.f`",
            ],
        ),
        (
            "static class B implements Comparable<B> {\n public int compareTo(B b) { f(); return 0; } void f() { } }\n public static void main(String[] a) {\n Set<B> s = new TreeSet<>();\n s.add(new B()); }",
            &[
                "4: `A.main` is an entry point",
                "6: `A.main` calls `java.util.Set.add`, which calls back `A.B.compareTo` (library model FILE)",
                "3: `A.B.compareTo` calls `A.B.f`",
            ],
        ),
        (
            "static void f() { }\n public static void main(String[] a) {\n new Thread(() -> f()).start(); }",
            &[
                "3: `A.main` is an entry point",
                "4: `A.main` calls `java.lang.Thread.start`, which calls back the lambda in `A` (library model FILE)",
                "4: the lambda in `A` calls `A.f`",
            ],
        ),
    ];
    for (members, told) in cases {
        assert_eq!(reached("f", members), *told, "{members}");
    }
}

#[test]
fn method_that_cannot_run_has_no_chain() {
    assert_eq!(
        reached(
            "f",
            "static void f() { } public static void main(String[] a) { }"
        ),
        [""; 0]
    );
}

#[test]
fn target_of_a_call_is_told_by_the_receiver_that_selects_it() {
    let solved = solve(
        "void f() { } static class B extends A { void f() { } }
         static A pick(boolean b) {
             return b ? new A() : new B();
         }
         public static void main(String[] a) {
             pick(true).f();
             main(null);
         }",
    );
    let steps: Vec<Vec<String>> = solved
        .points_to
        .targets
        .iter()
        .filter(|(site, _)| {
            &*solved.program.methods[solved.program.calls[**site].method].name == "main"
        })
        .flat_map(|(&site, targets)| targets.iter().map(move |&target| (site, target)))
        .filter_map(|(site, target)| match target {
            Callee::Method(method) => Some(ask(&solved, |why| shown(why.runs(site, method)))),
            Callee::Library => None,
        })
        .collect();
    assert_eq!(
        steps,
        [
            vec!["7: the call of `A.pick` runs `A.pick` itself"],
            vec![
                "4: the `A` is made",
                "3: returned by `A.pick`",
                "7: the result of `A.pick`",
                "7: called on the `A`, so `A.f` runs",
            ],
            vec![
                "4: the `A.B` is made",
                "3: returned by `A.pick`",
                "7: the result of `A.pick`",
                "7: called on the `A.B`, so `A.B.f` runs",
            ],
            vec!["8: the call of `A.main` runs `A.main` itself"],
        ]
    );
}

#[test]
fn what_cannot_be_has_no_chain() {
    let solved = solve(
        "static class B { } public static void main(String[] a) { B x = new B(); B y = new B(); }",
    );
    let Variable { method, local } = solved.local("main", "x");
    let second = made(&solved, "A$B", 1);
    assert!(ask(&solved, |why| why.holds(method, local, second)).is_none());
    assert!(ask(&solved, |why| why.holds(method, local, ObjectId::LIBRARY)).is_none());
}
