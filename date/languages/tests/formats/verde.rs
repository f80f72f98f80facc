//! Properties of Verde: what they become, how traces are judged, and what is refused.

use date::model::Specification;
use languages::yaml;

use crate::fixtures::{read, reported, shown};

const QUEUE: &str = include_str!("mutated/queue.verde");
const PHASES: &str = include_str!("mutated/phases.verde");

fn specification(text: &str) -> Specification {
    read("queue.verde", text).unwrap_or_else(|findings| panic!("{}", shown(&findings)))
}

fn reports(text: &str, trace: &str) -> Vec<String> {
    reported("queue.verde", text, trace)
}

fn refusal(text: &str) -> String {
    shown(&read("p.verde", text).expect_err(text))
}

/// What a file becomes has these lines.
fn becomes(text: &str, lines: &[&str]) {
    let printed = yaml::print(&specification(text));
    for line in lines {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
}

#[test]
fn functions_are_bodies_and_slices_are_parameters() {
    becomes(
        QUEUE,
        &[
            "parameters: [Queue q]",
            "- long cap = -1",
            "- long n = 0",
            "- boolean seen = false",
            "after_new: execution new Queue(int size, ..) returning (q)",
            "before_push: execution Queue.push(*, double weight, ..) target q",
            "after_pop: execution Queue.pop(..) target q returning (Object what)",
            "before_write_limit: set Queue.limit target q",
            "full: bad",
        ],
    );
}

#[test]
fn guards_succeed_fail_or_say_nothing() {
    becomes(
        QUEUE,
        &[
            "- ready -> full: before_push\n            when: \"!(weight < 0.5) && ((n >= cap) || (weight == 9.0))\"\n            do: sound();",
            "- ready -> ready: before_push\n            when: \"!(weight < 0.5) && !((n >= cap) || (weight == 9.0))\"\n            do: n = n + 1;",
        ],
    );
}

#[test]
fn a_non_accepting_state_is_reported_at_each_entry_for_each_slice() {
    let trace = "after_new q=Queue@1 size=2
after_new q=Queue@2 size=0
before_push q=Queue@1 weight=1.0
before_push q=Queue@1 weight=0.1
before_push q=Queue@2 weight=1.0
after_pop q=Queue@1 what=Box@1
before_push q=Queue@1 weight=1.0
before_push q=Queue@1 weight=2.0
before_write_limit q=Queue@1
before_push q=Queue@1 weight=9.0
before_push q=Queue@3 weight=9.0
";
    assert_eq!(
        reports(QUEUE, trace),
        ["t:8 full (Queue@1)", "t:10 full (Queue@1)"]
    );
}

#[test]
fn events_that_bind_no_slice_concern_all_and_new_slices_begin_where_they_have_led() {
    let trace = "before_open u=User@1 d=Door@1 pin=8
after_strike hour=3
after_strike hour=13
before_open u=User@1 d=Door@1 pin=8
before_open u=User@1 d=Door@2 pin=8
before_open u=User@2 d=Door@1 pin=17
after_strike hour=14
before_open u=User@2 d=Door@1 pin=8
";
    let asked = trace
        .replace("pin=8", "pin=8 `Math.floorMod(pin, 10)`=8")
        .replace("pin=17", "pin=17 `Math.floorMod(pin, 10)`=7");
    let asked = asked
        .replace("hour=3", "hour=3 `Math.floorDiv((long) hour, 12)`=0")
        .replace("hour=13", "hour=13 `Math.floorDiv((long) hour, 12)`=1")
        .replace("hour=14", "hour=14 `Math.floorDiv((long) hour, 12)`=1")
        .replace(
            "pin=",
            "`java.util.Objects.equals(phase, \"night\")`=true pin=",
        );
    // Line 1 comes before the night; by line 8 the door is back in `init`.
    assert_eq!(
        reports(PHASES, &asked),
        ["t:4 alarm (User@1, Door@1)", "t:5 alarm (User@1, Door@2)"]
    );
    assert!(yaml::print(&specification(PHASES)).contains("creation: slicing"));
}

#[test]
fn a_file_without_slices_has_one_instance() {
    let text = "state init { transition { event Pump.start() success on } }
state on non-accepting { transition { event Pump.start() success on } transition { after event Pump.stop() success init } }
";
    let trace = "before_start\nbefore_start\nafter_stop\nbefore_start\n";
    let lines: Vec<String> = reports(text, trace)
        .iter()
        .map(|line| line[..3].to_owned())
        .collect();
    assert_eq!(lines, ["t:1", "t:2", "t:4"]);
}

#[test]
fn python_becomes_java_that_computes_the_same() {
    let guard = |guard: &str, condition: &str| {
        let text = format!(
            "slice on q\ninitialization {{ n = 0; name = 'a' }}\nstate init {{ transition {{ event Q.m(q, i : int, t : String, o, x : double, f : float) {{ return {guard} }} success {{ n = i }} init }} }}"
        );
        becomes(&text, &[condition]);
    };
    guard("i * i > 0", "((long) i * i) > 0");
    guard("i + n == 3", "(i + n) == 3");
    guard("-i < 0", "(-((long) i)) < 0");
    guard("-(1.5 + x) < 0", "(-(1.5 + x)) < 0");
    guard("-(5000000000 - n) < 0", "(-(5000000000L - n)) < 0");
    guard(
        "(n % 1000000) * i > 0",
        "((long) Math.floorMod(n, 1000000) * i) > 0",
    );
    guard("i * q.size() > 0", "((long) i * q.size()) > 0");
    guard("q.size() * i > 0", "(q.size() * (long) i) > 0");
    guard("f * n > 1.5", "(((double) f) * n) > 1.5");
    guard("i // 2 == 1", "Math.floorDiv((long) i, 2) == 1");
    guard("i % 3 == 1", "Math.floorMod((long) i, 3) == 1");
    guard(
        "n - (i - 1) > 5000000000",
        "(n - ((long) i - 1)) > 5000000000L",
    );
    guard("t == 'x\"y'", "java.util.Objects.equals(t, \"x\\\"y\")");
    guard("t != name", "!java.util.Objects.equals(t, name)");
    guard("o is None", "o == null");
    guard("not (i < 3 or x >= 1.5)", "!((i < 3) || (x >= 1.5))");
    guard("q.peek().size() > i", "q.peek().size() > i");
}

#[test]
fn what_java_has_nothing_for_is_refused_with_what_to_do() {
    let event = |event: &str| {
        format!("slice on q : Q\nstate init {{ transition {{ {event} success init }} }}")
    };
    let cases = [
        (
            "event push(q)",
            "2:33: `push` has no class (in Java functions are methods: write `Type.method`",
        ),
        (
            "event Q.m(*q)",
            "2:37: `*`: Java has no pointers (name the object itself",
        ),
        ("event Q.m(&q)", "2:37: `&`: Java has no pointers"),
        (
            "event UpdateExpr Q.m(q)",
            "2:33: `UpdateExpr` is not supported (what an expression was before",
        ),
        (
            "event Q.m(q, ret)",
            "2:40: this event has no value for `ret` (only an `after` event",
        ),
        (
            "event Q.new(q)",
            "2:39: this event has no value for `q` (there is no object before it is made",
        ),
        (
            "after event Q.new(q, ret as r)",
            "this event has no value for `r` (what a constructor makes is its object",
        ),
        (
            "event ValueWrite Q.f(q, ret)",
            "this event has no value for `ret` (what a field held before is not known",
        ),
        (
            "event ValueRead Q.f(q, ret)",
            "this event has no value for `ret` (only an `after` event has what is read",
        ),
        (
            "event ValueRead Q.f(q, x)",
            "this event has no value for `x` (a field has its object and `ret`",
        ),
        ("event Q.m(q : Q *)", "expected a type of Java, found `*`"),
        ("event Q.m(q, arg 1 n)", "expected `as`, found `n`"),
        (
            "event Q.m(q, arg 0 as n, n)",
            "`n` is the value or the name of `n` already",
        ),
    ];
    for (written, expected) in cases {
        let found = refusal(&event(written));
        assert!(
            found.contains(expected),
            "{written}\n{found}\nexpected {expected}"
        );
    }
}

#[test]
fn python_that_java_computes_otherwise_is_refused() {
    let guard = |guard: &str| {
        let head = "initialization { n = 0 }\nstate init { transition { event Q.m(_, i : int, u, t : String, w, c : char, k : Integer) {";
        format!("{head} {guard} }} success {{ n = i }} init }} }}")
    };
    let cases = [
        (
            "return 1 < i < 3",
            "a chain of comparisons is not supported (join them by `and`)",
        ),
        (
            "return i / 2 == 1",
            "`/` of these numbers is not the same in Java",
        ),
        (
            "return i ** 2 == 1",
            "`**` of these numbers is not the same in Java",
        ),
        ("return i", "`i` is not a condition (compare it"),
        (
            "return u",
            "`u` is not a condition (write its type behind its name",
        ),
        ("return u > 3", "these cannot be compared"),
        (
            "return u == t",
            "depends on a type that is not written (write its type behind its name",
        ),
        ("return 'x' != u", "depends on a type that is not written"),
        ("return u == w", "depends on a type that is not written"),
        ("return c == 'x'", "these cannot be compared"),
        ("return k == k", "these cannot be compared"),
        ("return t + 1 == t", "this cannot be computed"),
        ("return len(t) > 3", "there is no value `len` here"),
        (
            "return nn > 3",
            "there is no value `nn` here (did you mean `n`?)",
        ),
        ("return '\\x41' == t", "an escape that is not supported"),
        ("return 0x10 > i", "`0x10` is no number here"),
        ("i > 3", "this is no guard"),
        ("if i > 3: n = 1", "expected `return`, found `n`"),
        (
            "return i > 3\nreturn True",
            "expected the end of the guard, found `return`",
        ),
        (
            "return True if i > 3 else False",
            "a conditional expression is not supported",
        ),
    ];
    for (written, expected) in cases {
        let found = refusal(&guard(written));
        assert!(
            found.contains(expected),
            "{written}\n{found}\nexpected {expected}"
        );
    }
}

#[test]
fn blocks_assign_and_do_nothing_else() {
    let block = |block: &str| {
        format!(
            "initialization {{ n = 0 }}\nstate init {{ transition {{ event Q.m(_, i : int, u) success {{ {block} }} init }} }}"
        )
    };
    let cases = [
        (
            "print(n)",
            "this statement of Python is not supported (a block assigns",
        ),
        ("i = 3", "`i` is a value of the event, and no variable"),
        (
            "n = 'x'",
            "`n` is a variable of the type long, and this is none",
        ),
        (
            "n = 1.5",
            "`n` is a variable of the type long, and this is none",
        ),
        ("last = u", "the type of `last` is not known"),
        (
            "n = 1 n = 2",
            "expected the end of the statement, found `n`",
        ),
        (
            "total += 1",
            "there is no value `total` here (known here: i, u, n)",
        ),
    ];
    for (written, expected) in cases {
        let found = refusal(&block(written));
        assert!(
            found.contains(expected),
            "{written}\n{found}\nexpected {expected}"
        );
    }
}

#[test]
fn transitions_that_verde_would_take_together_are_refused() {
    let two = |one: &str, other: &str| {
        let transition = |guard: &str, to: &str| {
            format!("transition {{ event Q.m(_, i : int) {guard} success {to} }}\n")
        };
        format!(
            "state init {{\n{}{}}}\nstate a\nstate b\n",
            transition(one, "a"),
            transition(other, "b")
        )
    };
    let together = "3:1: in `init` this may be enabled together with line 2, and Verde takes both";
    assert!(refusal(&two("{ return i > 3 }", "{ return i > 5 }")).starts_with(together));
    assert!(refusal(&two("", "{ return i > 5 }")).starts_with(together));
    assert!(read("p.verde", &two("{ return i > 3 }", "{ return i <= 3 }")).is_ok());
}

#[test]
fn slices_that_are_made_otherwise_are_refused() {
    let partial = "slice on u : U, d : D\nstate init { transition { event D.open(d, u) success a } }\nstate a { transition { event U.go(u) success init } }";
    assert!(
        refusal(partial).starts_with("3:30: this event binds 1 of 2 slice parameters"),
        "{}",
        refusal(partial)
    );
    let shown = "slice on q\nstate init { transition { event C.tick() success a } }\nstate a non-accepting { transition { event Q.m(q) success init } }";
    assert!(
        refusal(shown).starts_with("2:14: what this shows depends on which slices"),
        "{}",
        refusal(shown)
    );
    let untyped = "slice on q\nstate init { transition { event C.tick(_, q) success a } }\nstate a";
    assert!(refusal(untyped).starts_with("1:10: the type of the slice parameter `q` is not known"));
    let unlike = "slice on q\nstate init { transition { event Q.m(q) success init } }\nstate a { transition { event Q.m(p) success a } }";
    assert!(
        refusal(unlike).starts_with("3:30: `Q.m` is not bound as in line 2"),
        "{}",
        refusal(unlike)
    );
}

#[test]
fn actions_are_java_methods_that_are_imported() {
    let state = |head: &str| {
        format!("{head}state init {{ transition {{ event Q.m() success tell() a }} }}\nstate a")
    };
    assert!(refusal(&state("")).contains("there is no method for the action `tell`"));
    assert!(
        refusal(&state("import static app.Actions.say;\n"))
            .contains("there is no method for the action `tell`")
    );
    becomes(&state("import static app.Actions.tell\n"), &["do: tell();"]);
    let init = "import static app.Actions.*;\nstate init tell() { }";
    assert!(
        refusal(init).starts_with("2:12: an action of `init` would run for each instance"),
        "{}",
        refusal(init)
    );
}
