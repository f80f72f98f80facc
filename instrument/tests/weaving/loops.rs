//! Iterators that one loop alone knows are monitored by what stands in their place; nobody may see
//! a difference.

use crate::support;
use std::fs;
use std::process::Command;

use crate::support::{Fixture, check, reports};

const HAS_NEXT: &str = "
//- p.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      ask: call Iterator+.hasNext() target i
      take: call Iterator+.next() target i
    properties:
      asked:
        states: {unknown: initial, ready: , error: bad}
        transitions:
          - unknown -> ready: ask
          - ready -> unknown: take
          - unknown -> error: take
          - error -> unknown: take
";

fn has_next(main: &str, expected: &[&str]) {
    check(
        &format!(
            "{HAS_NEXT}//- Main.java\nimport java.util.*;\npublic class Main {{\n{main}\n}}\n"
        ),
        expected,
    );
}

#[test]
fn each_loop_has_an_iterator_of_its_own() {
    has_next(
        "    static final List<String> ALL = new ArrayList<>(Arrays.asList(\"a\", \"b\"));
    static int all() {
        int n = 0;
        for (String s : ALL) { for (String t : ALL) { n += s.length() + t.length(); } }
        return n;
    }
    static String first(int asks) {
        Iterator<String> it = ALL.iterator();
        for (int n = 0; n < asks; n++) it.hasNext();
        it.next();
        it = ALL.iterator();
        if (asks < 2) it.hasNext();
        return it.next();
    }
    public static void main(String[] args) {
        all();
        first(0);
        all();
        first(1);
        first(2);
    }",
        &[
            "asked in error by take at Main.java:12 (java.util.ArrayList$Itr)",
            "asked in error by take at Main.java:15 (java.util.ArrayList$Itr)",
        ],
    );
}

/// What makes a loop's iterator known to others: they go on with the state that the loop has left.
#[test]
fn iterators_that_others_know_stay_one() {
    has_next(
        "    static final List<String> ALL = new ArrayList<>(Arrays.asList(\"a\", \"b\", \"c\", \"d\"));
    static void take(Iterator<String> it) { System.out.println(it.getClass()); it.next(); }
    static void handed() {
        Iterator<String> it = ALL.iterator();
        it.hasNext();
        take(it);
        it.next();
    }
    static Iterator<String> kept;
    static void stored() {
        Iterator<String> it = ALL.iterator();
        it.hasNext();
        kept = it; System.out.println(kept.getClass());
        kept.next();
        it.hasNext();
    }
    static void captured() {
        Iterator<String> it = ALL.iterator();
        it.hasNext();
        Runnable r = () -> it.next();
        r.run();
        r.run();
    }
    static void compared() {
        Iterator<String> it = ALL.iterator(), other = it;
        it.hasNext();
        if (it == other) other.next();
        synchronized (it) { it.hasNext(); }
        other.next();
        it.next();
    }
    public static void main(String[] args) {
        handed();
        stored();
        kept.next();
        kept.next();
        captured();
        compared();
        System.out.println(caught().getClass());
    }
    static Object caught() {
        Iterator<String> it = ALL.iterator();
        try { it.hasNext(); throw new IllegalStateException(it.next()); } catch (IllegalStateException e) { return it; }
    }",
        &[
            "asked in error by take at Main.java:9 (java.util.ArrayList$Itr)",
            "asked in error by take at Main.java:38 (java.util.ArrayList$Itr)",
            "asked in error by take at Main.java:22 (java.util.ArrayList$Itr)",
            "asked in error by take at Main.java:32 (java.util.ArrayList$Itr)",
        ],
    );
}

/// A collection of the program may give out one iterator twice, be it one of the library's.
#[test]
fn collections_that_keep_their_iterator_have_one() {
    has_next(
        "    static class Same extends ArrayList<String> {
        Iterator<String> same;
        public Iterator<String> iterator() { if (same == null) same = super.iterator(); return same; }
    }
    public static void main(String[] args) {
        List<String> list = new Same();
        list.addAll(Arrays.asList(\"a\", \"b\", \"c\"));
        Iterator<String> one = list.iterator();
        one.hasNext();
        Iterator<String> two = list.iterator();
        two.next();
        two.next();
        for (String s : Collections.unmodifiableList(list)) { s.length(); }
        Iterator<String> none = Collections.<String>emptyList().iterator();
        none.hasNext();
        Iterator<String> still = Collections.<String>emptyList().iterator();
        try { still.next(); } catch (NoSuchElementException e) { System.out.println(\"none\"); }
        try { none.next(); } catch (NoSuchElementException e) { System.out.println(\"none\"); }
    }",
        &[
            "asked in error by take at Main.java:14 (java.util.ArrayList$Itr)",
            "asked in error by take at Main.java:20 (java.util.Collections$EmptyIterator)",
        ],
    );
}

#[test]
fn loops_of_all_shapes_run_as_before() {
    has_next(
        "    static List<Integer> numbers() { return new LinkedList<>(Arrays.asList(1, 2, 3, 4)); }
    static int shapes(Collection<Integer> all) {
        int n = 0;
        for (int i : all) { if (i == 2) continue; if (i == 4) break; n += i; }
        try { for (int i : all) n += 10 / (i - 3); } catch (ArithmeticException e) { n += 100; }
        for (Iterator<Integer> it = all.iterator(); it.hasNext(); ) { if (it.next() % 2 == 0) it.remove(); }
        Iterator<Integer> it = all.size() > 1 ? all.iterator() : new ArrayList<Integer>().iterator();
        do { n += it.hasNext() ? it.next() : 0; } while (it.hasNext());
        it = null;
        long wide = n;
        for (it = all.iterator(); ; ) { try { if (!it.hasNext()) break; wide += it.next(); } finally { wide++; } }
        return (int) wide;
    }
    static int exhausted(List<Integer> all) {
        Iterator<Integer> it = all.iterator();
        try { while (true) { it.hasNext(); it.next(); } } catch (NoSuchElementException e) { return it.hasNext() ? 1 : 2; }
    }
    public static void main(String[] args) {
        System.out.println(shapes(numbers()) + \" \" + shapes(new HashMap<>(Map.of(1, 1, 5, 5)).values()));
        System.out.println(exhausted(numbers()));
        for (Map.Entry<Integer, Integer> e : new TreeMap<>(Map.of(1, 2)).entrySet()) System.out.println(e);
        ListIterator<Integer> li = numbers().listIterator();
        li.next();
    }",
        &["asked in error by take at Main.java:25 (java.util.LinkedList$ListItr)"],
    );
}

/// The type that a pattern wants is that of the iterator, and values that user code gets are it.
#[test]
fn patterns_and_user_code_see_the_iterator() {
    check(
        "
//- p.yaml
imports: [java.util.Iterator, java.util.ListIterator]
foreach:
  - parameters: [ListIterator i]
    events:
      ask: call Iterator+.hasNext() target i
      take: call Iterator+.next() target i
    properties:
      list:
        states: {unknown: initial, ready: , error: bad}
        transitions:
          - unknown -> ready: ask
          - ready -> unknown: take
          - unknown -> error: take
//- q.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    variables:
      - int n = 0
    events:
      take: call Iterator+.next() target i returning
    properties:
      named:
        states: {go: initial, error: bad}
        transitions:
          - go -> error: take
            when: n == 1 && i.getClass().getName().startsWith(\"java.util.\")
          - go -> go: take
            do: n++; Main.see(i);
//- Main.java
import java.util.*;
public class Main {
    public static void see(Object o) { System.err.println(o.getClass().getName()); }
    static void two(List<String> list) {
        Iterator<String> it = list.iterator();
        it.next();
        it.next();
    }
    public static void main(String[] args) {
        two(new ArrayList<>(Arrays.asList(\"a\", \"b\")));
        two(new LinkedList<>(Arrays.asList(\"a\", \"b\")));
    }
}
",
        &[
            "java.util.ArrayList$Itr",
            "named in error by take at Main.java:7 (java.util.ArrayList$Itr)",
            "list in error by take at Main.java:6 (java.util.LinkedList$ListItr)",
            "java.util.LinkedList$ListItr",
            "named in error by take at Main.java:7 (java.util.LinkedList$ListItr)",
        ],
    );
}

/// Loops that monitor code runs raise no events, also in a thread that has company.
#[test]
fn loops_of_monitor_code_are_not_monitored() {
    let main = |threads: &str| {
        format!(
            "{HAS_NEXT}//- app/Handler.java
package app;
import java.util.*;
public class Handler implements residua.runtime.ViolationHandler {{
    public void violation(residua.runtime.Violation v) {{
        Iterator<String> it = new ArrayList<>(Arrays.asList(v.at)).iterator();
        System.err.println(it.next());
    }}
}}
//- residua/runtime/ViolationHandler.java
package residua.runtime;
public interface ViolationHandler {{ void violation(Violation v); }}
//- residua/runtime/Violation.java
package residua.runtime;
public class Violation {{ public String at; }}
//- Main.java
import java.util.*;
public class Main {{
    static void go() {{
        Iterator<String> it = new ArrayList<>(Arrays.asList(\"a\")).iterator();
        it.next();
    }}
    public static void main(String[] args) throws Exception {{
        {threads}
        go();
    }}
}}
"
        )
    };
    for threads in [
        "",
        "Thread other = new Thread(Main::go); other.start(); other.join();",
    ] {
        let fixture = Fixture::new(&main(threads), &[]);
        fs::remove_dir_all(fixture.path("classes/residua")).unwrap();
        fixture.weave(true);
        let output = fixture.run("out", &["-Dresidua.handler=app.Handler"]);
        let expected = if threads.is_empty() { 1 } else { 2 };
        assert_eq!(reports(&output), vec!["Main.java:5"; expected], "{threads}");
    }
}

/// Calls that throw, told as such, leave the loop as they did.
#[test]
fn calls_that_throw_are_told_of_the_iterator() {
    check(
        "
//- p.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      made: call Iterable+.iterator() returning (Iterator i)
      failed: call Iterator+.next() target i throwing
    properties:
      failing:
        states: {none: initial, made: , failed: bad}
        transitions:
          - none -> made: made
          - made -> failed: failed
//- Main.java
import java.util.*;
public class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        list.add(\"a\");
        try { for (String s : list) list.add(s); } catch (ConcurrentModificationException e) { System.out.println(e); }
    }
}
",
        &["failing in failed by failed at Main.java:6 (java.util.ArrayList$Itr)"],
    );
}

/// What is known of two collections and their iterators, with reports that come while a loop runs,
/// when one has ended, and when an iterator has been collected.
const PAIRS: &str = "
//- unchanged.yaml
imports: [java.util.Collection, java.util.Iterator]
foreach:
  - parameters: [Collection c, Iterator i]
    creation: slicing
    events:
      iterate: call Collection+.iterator() target c returning (i)
      change: call Collection+.add(..) target c returning
      use: call Iterator+.next() target i
    properties:
      unchanged:
        states: {fresh: initial, iterating: , stale: , error: bad}
        transitions:
          - fresh -> iterating: iterate
          - iterating -> stale: change
          - stale -> error: use
//- map.yaml
imports: [java.util.Collection, java.util.Iterator, java.util.Map]
foreach:
  - parameters: [Map m, Collection c, Iterator i]
    creation: slicing
    events:
      view:
        any-of:
          - call Map+.keySet() target m returning (c)
          - call Map+.values() target m returning (c)
      iterate: call Collection+.iterator() target c returning (i)
      change: call Map+.put(..) target m returning
      use: call Iterator+.next() target i
    properties:
      map:
        states: {fresh: initial, viewed: , iterating: , stale: , error: bad}
        transitions:
          - fresh -> viewed: view
          - viewed -> iterating: iterate
          - iterating -> stale: change
          - stale -> error: use
//- after.yaml
imports: [java.util.Collection, java.util.Iterator, java.util.LinkedList]
foreach:
  - parameters: [Collection c, Iterator i]
    creation: slicing
    events:
      iterate: call Collection+.iterator() target c returning (i)
      change: call Collection+.clear() target c returning
    properties:
      after:
        states: {fresh: initial, iterated: , changed: bad}
        transitions:
          - fresh -> iterated: iterate
          - iterated -> changed: change
";

#[test]
fn loops_are_monitored_as_if_all_knew_their_iterators() {
    let program = include_str!("../loops/Rounds.java");
    let run = |main: &str, options: &[&str]| {
        let fixture = Fixture::new(
            &format!("{HAS_NEXT}{}//- Main.java\n{main}", &PAIRS[1..]),
            &[],
        );
        fixture.weave(true);
        let output = fixture.run("out", options);
        (
            String::from_utf8(output.stdout.clone()).unwrap(),
            reports(&output),
        )
    };
    let expected = run(&program.replace("/**/", "known"), &[]);
    for name in ["asked", "unchanged", "map", "after"] {
        let count = expected
            .1
            .iter()
            .filter(|report| report.starts_with(&format!("{name} in")))
            .count();
        assert!(count > 20, "{count} reports of {name}");
    }
    for options in [&[][..], &["-XX:+UseSerialGC", "-Xmn2m"]] {
        let found = run(program, options);
        assert_eq!(found.0, expected.0);
        let differs = found
            .1
            .iter()
            .zip(&expected.1)
            .position(|(found, expected)| found != expected);
        assert!(
            differs.is_none(),
            "{differs:?}: {:?} {:?}",
            found.1[differs.unwrap()],
            expected.1[differs.unwrap()]
        );
        assert_eq!(found.1.len(), expected.1.len());
    }
}

/// Every class that is taken to make new iterators does, on the JDK that is there.
#[test]
fn collections_that_are_taken_to_make_new_iterators_do() {
    let source = include_str!("../../runtime/residua/runtime/LoopIterator.java");
    let list = source
        .split_once("MAKERS = ")
        .and_then(|(_, rest)| rest.split_once(';'))
        .unwrap()
        .0;
    let names: Vec<&str> = list
        .split('"')
        .filter(|text| text.starts_with("java."))
        .collect();
    assert!(names.len() > 30, "{names:?}");
    let folder = tempfile::tempdir().unwrap();
    let main = folder.path().join("Main.java");
    fs::write(&main, include_str!("../loops/Main.java")).unwrap();
    support::compile(&[main], folder.path(), &[]);
    let output = Command::new("java")
        .arg("-cp")
        .arg(folder.path())
        .arg("Main")
        .args(&names)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}
