//! Filters that are false at a place: the event never happens there.

use crate::support::{analyze, check};
use date::residual::Reduction;

/// Says whether the one event of a program is silenced: a call of `Sink.put` that `main` makes with
/// `before` in front of it, where the event has this filter.
fn is_silent(filter: &str, before: &str, call: &str) -> bool {
    let case = format!(
        r"
//- sink.yaml
imports: [app.Sink, app.Main, 'java.util.*']
events:
  wrong: {{on: 'call Sink.put(Object x, Object y, int n, Integer m, String s) target Sink c', filter: '{filter}'}}
properties:
  never:
    states: {{fine: initial, wrong: bad}}
    transitions:
      - fine -> wrong: wrong
//- app/Sink.java
package app;
public class Sink {{
    public static Sink last;
    public void put(Object x, Object y, int n, Integer m, String s) {{ last = this; }}
}}
//- app/Main.java
package app;
public class Main {{
    public static void main(String[] args) {{
        {before}
        {call};
    }}
}}"
    );
    let analysis = analyze(&case, Reduction::LAST);
    let generators = &analysis.specifications[0].properties[0].generators;
    assert_eq!(generators.len(), 1);
    generators[0].silenced_by.is_some()
}

const SINK: &str = "Sink sink = new Sink();";
const GIVEN: &str = "Sink sink = args.length == 0 ? null : new Sink();";

#[test]
fn a_filter_on_constants_is_decided() {
    let call = "sink.put(args, args, 3, null, \"text\")";
    for (filter, silent) in [
        ("n < 0", true),
        ("n < 0 || n > 5", true),
        ("n > 2", false),
        ("n != 3", true),
        ("!(n == 3)", true),
        ("s == null", true),
        ("m == null", false),
        ("n > 5 && c.hashCode() == 3", true),
        ("n < 5 && c.hashCode() == 3", false),
        ("c.hashCode() == 3 && n > 5", false),
        ("c.hashCode() == 3 || n > 5", false),
    ] {
        assert_eq!(is_silent(filter, SINK, call), silent, "{filter}");
    }
    assert!(!is_silent(
        "n < 0",
        "Sink sink = new Sink(); int n = args.length;",
        "sink.put(null, null, n, 1, null)"
    ));
    assert!(is_silent(
        "n < 0",
        "Sink sink = new Sink(); int n = 7;",
        "sink.put(null, null, n, 1, null)"
    ));
    assert!(!is_silent(
        "n < 0",
        "Sink sink = new Sink(); int n = 7; if (args.length > 1) { n = -1; }",
        "sink.put(null, null, n, 1, null)"
    ));
}

#[test]
fn an_object_that_is_no_other_is_not_equal() {
    for (before, call, silent) in [
        (SINK, "sink.put(\"x\", null, 1, 2, null)", true),
        (SINK, "sink.put(new Object(), null, 1, 2, null)", true),
        (SINK, "sink.put(args, null, 1, 2, null)", true),
        (SINK, "sink.put(null, null, 1, 2, null)", true),
        (SINK, "sink.put(5, null, 1, 2, null)", true),
        (SINK, "sink.put(new Sink(), null, 1, 2, null)", true),
        (SINK, "sink.put(sink, null, 1, 2, null)", false),
        (SINK, "sink.put(Sink.last, null, 1, 2, null)", false),
        (
            "Sink sink = new Sink(); Object x = args.length == 0 ? sink : args;",
            "sink.put(x, null, 1, 2, null)",
            false,
        ),
        // A call on null is no event, so `c` is an object.
        (
            GIVEN,
            "sink.put(args.length == 0 ? null : \"x\", null, 1, 2, null)",
            true,
        ),
        (GIVEN, "sink.put(null, null, 1, 2, null)", true),
        (GIVEN, "sink.put(sink, null, 1, 2, null)", false),
        (GIVEN, "sink.put(\"x\", null, 1, 2, null)", true),
        (
            GIVEN,
            "sink.put(\"x\" + args.length, null, 1, 2, null)",
            true,
        ),
    ] {
        assert_eq!(is_silent("x == c", before, call), silent, "{before} {call}");
        assert_eq!(is_silent("c == x", before, call), silent, "{before} {call}");
        assert_eq!(
            is_silent("!(x != c)", before, call),
            silent,
            "{before} {call}"
        );
    }
    assert!(is_silent(
        "x == c || y == c",
        SINK,
        "sink.put(\"x\", args, 1, 2, null)"
    ));
    assert!(!is_silent(
        "x == c || y == c",
        SINK,
        "sink.put(\"x\", sink, 1, 2, null)"
    ));
}

/// A target of a call is an object, and other values may be null.
#[test]
fn a_target_is_there() {
    let call = "sink.put(null, args.length == 0 ? null : \"y\", 1, 2, null)";
    for filter in ["c == null", "!(c instanceof Sink)", "x == c || y == c"] {
        assert!(is_silent(filter, GIVEN, call), "{filter}");
    }
    // Both arguments may be null.
    for filter in ["c != null", "x == null", "y == null", "x == y"] {
        assert!(!is_silent(filter, GIVEN, call), "{filter}");
    }
}

/// A target without a name is there as well, and says nothing of the argument.
#[test]
fn an_argument_may_be_null_where_the_target_is_not() {
    let case = r"
//- sink.yaml
imports: [Sink]
events: {wrong: {on: 'call Sink.take(Sink c) target Sink', filter: c == null}}
properties: {never: {states: {fine: initial, wrong: bad}, transitions: [fine -> wrong: wrong]}}
//- Sink.java
class Sink { void take(Sink c) {} }
//- Main.java
class Main {
    public static void main(String[] args) {
        Sink sink = new Sink();
        Sink other = args.length == 0 ? null : sink;
        sink.take(other);
        //   ^^^^ keep wrong
    }
}";
    check(case);
}

/// Boxes with one number may be two objects, and numbers are compared by value.
#[test]
fn numbers_are_compared_by_value() {
    let call = "sink.put(1000, Integer.valueOf(1000), 1000, Integer.valueOf(1000), null)";
    for filter in ["n == m", "m == n", "m == 1000", "n >= m", "m != null"] {
        assert!(!is_silent(filter, SINK, call), "{filter}");
    }
    assert!(is_silent("m == null", SINK, call));
    assert!(is_silent("x == null", SINK, call));
    assert!(!is_silent(
        "x == null",
        SINK,
        "sink.put(null, null, 1, 2, null)"
    ));
    assert!(!is_silent(
        "x == null",
        SINK,
        "sink.put(args.length == 0 ? null : args, null, 1, 2, null)"
    ));
}

#[test]
fn a_type_that_no_value_has_is_no_instance() {
    for (filter, call, silent) in [
        (
            "x instanceof Collection",
            "sink.put(\"x\", null, 1, 2, null)",
            true,
        ),
        (
            "x instanceof Collection",
            "sink.put(null, null, 1, 2, null)",
            false,
        ),
        (
            "!(x instanceof Comparable)",
            "sink.put(\"x\", null, 1, 2, null)",
            true,
        ),
        (
            "!(x instanceof Comparable)",
            "sink.put(args.length == 0 ? null : \"x\", null, 1, 2, null)",
            false,
        ),
        (
            "!(x instanceof Comparable) && c.hashCode() == 3",
            "sink.put(\"x\", null, 1, 2, null)",
            true,
        ),
        (
            "x instanceof String",
            "sink.put(\"x\", null, 1, 2, null)",
            false,
        ),
        (
            "x instanceof Comparable",
            "sink.put(new Object(), null, 1, 2, null)",
            false,
        ),
    ] {
        assert_eq!(is_silent(filter, SINK, call), silent, "{filter} {call}");
    }
}

/// What throws in a filter is told, and what it calls may be seen.
#[test]
fn what_a_filter_does_before_it_is_false_is_done() {
    let call = "sink.put(\"x\", null, 1, args.length == 0 ? null : 2, null)";
    for (filter, silent) in [
        ("m > 3 && x == null", false),
        ("m == 3 && x == null", false),
        ("y == null && x == null", true),
        ("m == null && x == null", true),
        ("n > 3 && x == null", true),
        ("c.hashCode() == 3 && x == null", false),
        ("x == null && c.hashCode() == 3", true),
        ("((Sink) y).last == c && x == null", false),
        ("3 / m == 0 && x == null", false),
    ] {
        assert_eq!(is_silent(filter, SINK, call), silent, "{filter}");
    }
}

/// Each way into a `finally` block has its own copy of the call.
#[test]
fn each_copy_of_a_call_passes_the_filter() {
    check(
        r"
//- wait.yaml
events:
  wrong: {on: 'call Thread.sleep(long ms)', filter: 'ms < 0'}
properties:
  wait:
    states: {fine: initial, wrong: bad}
    transitions:
      - fine -> wrong: wrong
//- Main.java
class Main {
    public static void main(String[] args) throws Exception {
        try {
            Thread.sleep(5);
            //     ^^^^^ silence Residual0 wrong
        } finally {
            Thread.sleep(7);
            //     ^^^^^ silence Residual0 wrong
            Thread.sleep(args.length - 1);
            //     ^^^^^ keep wrong
        }
    }
}",
    );
}
