//! Specifications of JavaMOP: what their events and formulas become.

use date::ids::{ContextId, EventId};
use date::model::{Creation, Member, Moment, StateKind, Trigger};
use languages::yaml;

use crate::fixtures::{content, read, reported, shown};

fn specification(text: &str) -> date::model::Specification {
    read("p.mop", text).unwrap_or_else(|findings| panic!("{text}\n{}", shown(&findings)))
}

/// What a specification becomes, in the language of properties, which says the same again.
fn lowered(text: &str) -> String {
    let specification = specification(text);
    let printed = yaml::print(&specification);
    let again = read("p.yaml", &printed)
        .unwrap_or_else(|findings| panic!("{printed}\n{}", shown(&findings)));
    assert_eq!(content(&again), content(&specification), "{printed}");
    printed
}

/// The states and transitions of the only property of a specification over the events `a` and `b`
/// of an object.
fn automaton(events: &str, property: &str) -> String {
    let text = format!("S(T t) {{\n{events}\n{property}\n}}");
    let printed = lowered(&text);
    let (_, states) = printed.split_once("states:\n").unwrap();
    states
        .lines()
        .map(str::trim)
        .collect::<Vec<&str>>()
        .join("\n")
}

fn reports(text: &str, trace: &str) -> Vec<String> {
    reported("p.mop", text, trace)
}

const A_AND_B: &str = "event a before(T t) : call(* T.a()) && target(t) {}
event b before(T t) : call(* T.b()) && target(t) {}";

#[test]
fn a_property_over_the_past_reports_once() {
    let text = "import java.util.*;
HasNext(Iterator i) {
  event yes after(Iterator i) returning(boolean b) : call(* Iterator+.hasNext()) && target(i) && condition(b) {}
  event no after(Iterator i) returning(boolean b) : call(* Iterator+.hasNext()) && target(i) && condition(!b) {}
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}
  ltl: [](next => (*) yes)
  @violation { System.err.println(__DEFAULT_MESSAGE); }
}";
    let expected = r#"imports:
  - java.util.*
foreach:
  - parameters: [Iterator i]
    events:
      next: call Iterator+.next declared () (..) target i
      yes: call Iterator+.hasNext declared () (..) target i returning (boolean b)
      no: call Iterator+.hasNext declared () (..) target i returning (boolean b)
    properties:
      HasNext:
        states:
          start: initial
          violation: bad
          s2:
          s3:
        transitions:
          - start -> violation: next
          - start -> s2: yes
            when: b
          - violation -> s3: next
          - violation -> s3: yes
            when: b
          - violation -> s3: no
            when: "!b"
          - s2 -> start: next
          - s2 -> start: no
            when: "!b"
"#;
    assert_eq!(
        lowered(text)
            .replace("\"yes\"", "yes")
            .replace("\"no\"", "no"),
        expected
    );
}

#[test]
fn what_is_missing_in_an_fsm_fails_for_good_and_each_time() {
    let fsm = "fsm : one [ a -> two ] two [ b -> one ] @fail { System.err.println(\"x\"); }";
    let expected = "start: initial
s2:
fail: bad
transitions:
- start -> s2: a
- start -> fail: b
- s2 -> fail: a
- s2 -> start: b
- fail -> fail: b
- fail -> fail: a";
    assert_eq!(sorted(&automaton(A_AND_B, fsm)), sorted(expected));
}

fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_handler_that_resets_goes_on_as_from_the_beginning() {
    let reset = "fsm : one [ a -> two ] two [ b -> one ] @fail { __RESET; }";
    let expected = "start: initial
s2:
fail: bad
transitions:
- start -> s2: a
- start -> fail: b
- s2 -> fail: a
- s2 -> start: b
- fail -> s2: a
- fail -> fail: b";
    assert_eq!(sorted(&automaton(A_AND_B, reset)), sorted(expected));
}

#[test]
fn handlers_run_as_long_as_their_category_holds() {
    let matches = "ere : a a* @match { }";
    let expected = "start: initial
match: bad
s1:
transitions:
- start -> match: a
- start -> s1: b
- match -> match: a
- match -> s1: b";
    let found = automaton(A_AND_B, matches).replace("s2", "s1");
    assert_eq!(sorted(&found), sorted(expected));
}

#[test]
fn before_an_event_that_creates_nothing_happens() {
    let events = "creation event a before(T t, int n) : call(* T.a(int)) && target(t) && args(n) && condition(n > 0) {}
event b before(T t) : call(* T.b()) && target(t) {}";
    let found = automaton(events, "ere : a b @fail { }");
    let from_start: Vec<&str> = found
        .lines()
        .skip_while(|line| !line.starts_with("- start"))
        .take(3)
        .collect();
    let [first, guard, second] = from_start[..] else {
        panic!("{found}")
    };
    assert!(
        first.starts_with("- start -> ") && first.ends_with(": a") && guard == "when: n > 0",
        "{found}"
    );
    // Where the condition fails there is an instance nevertheless, to which `b` is a failure.
    assert!(
        second.starts_with("- start -> ") && second.ends_with(": a"),
        "{found}"
    );
    let born = second
        .strip_prefix("- start -> ")
        .and_then(|rest| rest.strip_suffix(": a"))
        .unwrap();
    assert!(found.contains(&format!("- {born} -> fail: b")), "{found}");
    assert!(!found.contains("- start -> fail"), "{found}");
}

#[test]
fn bodies_run_before_the_automaton_moves_in_every_state() {
    let events = "int n = 0;
event a before(T t) : call(* T.a()) && target(t) { this.n++; }
event b before(T t) : call(* T.b()) && target(t) && condition(this.n > 1) {}";
    let expected = "start: initial
match: bad
s2:
transitions:
- start -> start: a
do: n++;
- start -> match: b
when: n > 1
- match -> s2: a
do: n++;
- match -> s2: b
when: n > 1
- s2 -> s2: a
do: n++;";
    let found = automaton(events, "ere : a* b @match { }");
    let names = |text: &str| text.replace("s1", "s2");
    assert_eq!(sorted(&names(&found)), sorted(expected));
}

#[test]
fn other_code_of_handlers_runs_on_entry() {
    let found = automaton(
        A_AND_B,
        "ere : a b @match { System.err.println(\"x\"); Log.note(t, __LOC); }",
    );
    assert!(
        found.contains("match:\nis: bad\nentry: Log.note(t, residua.runtime.Gate.at());"),
        "{found}"
    );
}

#[test]
fn a_handler_that_returns_leaves_a_block() {
    let found = automaton(
        A_AND_B,
        "ere : a b @match { if (t == null) return; Log.note(t); }",
    );
    assert!(
        found.contains("entry: \"handled: { if (t == null) break handled; Log.note(t); }\""),
        "{found}"
    );
}

#[test]
fn static_fields_belong_to_all_instances() {
    let events = "static int all = 0; private static final int most = 3; int own = 0;
event a before(T t) : call(* T.a()) && target(t) && condition(all < most) { all++; this.own++; }";
    let printed = lowered(&format!("S(T t) {{ {events} ere : a @match {{ }} }}"));
    let (global, of_context) = printed.split_once("foreach:").unwrap();
    assert!(
        global.contains("int S_all = 0") && global.contains("int S_most = 3"),
        "{printed}"
    );
    assert!(
        of_context.contains("int own = 0") && of_context.contains("S_all < S_most"),
        "{printed}"
    );
    assert!(of_context.contains("S_all++; own++;"), "{printed}");
}

/// A report replaces what a handler prints, not what it does while it prints.
#[test]
fn printing_that_assigns_is_code() {
    let events = format!("int n = 0;\n{A_AND_B}");
    let handled = |code: &str| automaton(&events, &format!("ere : a b @match {{ {code} }}"));
    assert!(handled("System.err.println(n++);").contains("entry: System.err.println(n++);"));
    assert!(
        handled("System.err.println(n <<= 1);").contains("entry: System.err.println(n <<= 1);")
    );
    assert!(
        !handled("System.err.println(n <= 1 || n >= 3 || n == 2 || \"=\" != null);")
            .contains("entry:")
    );
}

#[test]
fn alternatives_of_one_pointcut_are_apart() {
    let with = |pointcut: &str| {
        format!(
            "S(T t) {{ event a before(T t, int n) : {pointcut} && target(t) {{}} ere : a @match {{ }} }}"
        )
    };
    let apart = [
        "(call(* T.a(..)) && args(n, ..) || call(* T.b(..)) && args(.., n))",
        "(call(* T.*(..)) && args(n) || call(* T.*(..)) && args(*, n))",
        "(call(* T.a(..)) && args(n, ..) || execution(* T.a(..)) && args(n, ..))",
        "(call(* T.*(..)) && args(n, ..) || call(T.new(..)) && args(n, *))",
    ];
    for pointcut in apart {
        lowered(&with(pointcut));
    }
    let together = [
        "(call(* T.a(..)) && args(n, ..) || call(* T.a(..)) && args(.., n))",
        "(call(* T.a(..)) && args(n, ..) || call(* *.*(..)) && args(.., n))",
        "(call(* T.a(..)) && args(n, ..) || call(* T.a(..)) && args(n, *))",
        "(call(* T.a(..)) && args(n) || call(* T.a*(..)) && args(n) && if(n > 0))",
    ];
    for pointcut in together {
        let found = shown(&read("p.mop", &with(pointcut)).expect_err(pointcut));
        assert!(
            found.starts_with("1:39: `||` between pointcuts that may match the same"),
            "{pointcut}\n{found}"
        );
    }
}

#[test]
fn events_of_one_name_are_one_symbol() {
    let events = "event a before(T t) : call(* T.a()) && target(t) {}
event a before(T t, int n) : call(* T.a(int)) && target(t) && args(n) && condition(n == 0) {}
event b before(T t) : call(* T.b()) && target(t) {}";
    let found = automaton(events, "ere : a b @match { }");
    assert!(
        found.contains("- start -> s2: a_2\nwhen: n == 0\n- start -> s2: a\n"),
        "{found}"
    );
}

#[test]
fn what_is_made_is_no_target_of_the_call_and_is_one_of_the_body() {
    let text = |join: &str| {
        format!(
            "S(A a) {{\nevent made before(A a) : {join}(A.new(..)) && args(a, ..) && !target(B) {{}}\nere : made @match {{ }}\n}}"
        )
    };
    assert!(read("s.mop", &text("call")).is_ok());
    let refused = shown(
        &read("s.mop", &text("execution")).expect_err("a body of a constructor has a target"),
    );
    assert!(
        refused.contains("`!target(..)` of calls that may have no target"),
        "{refused}"
    );
}

#[test]
fn pointcuts_become_alternatives_of_patterns() {
    let text = "import java.io.*;
S(InputStream s) {
  event use before(InputStream s, Object o) :
    (call(* InputStream+.read(..)) || call(* InputStream+ .skip ( long )) || call(* *.use(Object)) && args(o) && !args(String))
    && target(s) && !target(ByteArrayInputStream) && !(target(PipedInputStream) || target(FileInputStream)) {}
  event made after() returning(InputStream s) : call(InputStream+.new(.., byte[], ..)) && if(System.nanoTime() > 0) {}
  event left after(InputStream s) : execution(void close()) && this(s) {}
  event last before(InputStream s) : call(static_thing Other.*(..)) && args(.., s, *) {}
  ere : use @match { }
}";
    let read = specification(text);
    let patterns: Vec<String> = yaml::print(&read)
        .lines()
        .map(|line| line.trim().to_owned())
        .collect();
    let printed = patterns.join("\n");
    for expected in [
        "call InputStream+.read | InputStream+.skip declared (long) (..) target s",
        "call *.use declared (Object) (Object o) target s",
        "!(s instanceof ByteArrayInputStream)",
        "!(s instanceof PipedInputStream)",
        "!(o instanceof String)",
        "new InputStream+ declared (.., byte[], ..) (..) returning (s)",
        "System.nanoTime() > 0",
        "execution *.close declared void() (..) caller s returning",
        "execution *.close declared void() (..) caller s throwing",
        "call Other.* declared static_thing(..) (.., s, *)",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
}

#[test]
fn parameters_decide_how_instances_come_about() {
    let one = specification(&format!("S(T t) {{ {A_AND_B} ere : a @match {{ }} }}"));
    assert_eq!(
        one.contexts[ContextId::from(1)].creation,
        Creation::AnyEvent
    );
    let end = "event end before() : endProgram() {}";
    let broadcast = specification(&format!(
        "S(T t) {{\n{A_AND_B}\n{end}\nere : a end @match {{ }} }}"
    ));
    assert!(
        broadcast
            .events
            .iter()
            .any(|event| event.alternatives[0].trigger == Trigger::EndOfProgram)
    );
    let none = specification("S() { event a before() : call(* T.a()) {} ere : a @match { } }");
    assert_eq!(
        (none.contexts.len(), none.properties[0].context.index()),
        (1, 0)
    );
}

#[test]
fn before_events_fire_from_the_last_to_the_first() {
    let text = "S(T t) {
event a before(T t) : call(* T.a()) && target(t) {}
event c after(T t) : call(* T.a()) && target(t) {}
event b before(T t) : call(* T+.a()) && target(t) {}
event d before(T t) : call(* T.a()) && target(t) && condition(t != null) {}
ere : a b c d @match { } }";
    let names: Vec<String> = specification(text)
        .events
        .iter()
        .map(|event| event.name.clone())
        .collect();
    assert_eq!(names, ["b", "a", "d", "c"]);
}

#[test]
fn specifications_without_parameters_share_the_global_context() {
    let text = "First() { int n = 0;
event a before(int k) : call(* T.a(int)) && args(k) && condition(k > n) { n = k; }
ere : a a @match { } }
Second() { event a before(long k) : call(* T.a(long)) && args(k) && condition(k < 0) { System.err.println(__DEFAULT_MESSAGE); } }";
    let printed = lowered(text);
    for expected in [
        "int First_n = 0",
        "k_First_a > First_n",
        "First_n = k_First_a;",
        "Second_a: call T.a",
        "k_Second_a < 0",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
    let second = &specification(text).properties[1];
    assert_eq!(
        (second.name.as_str(), second.date.states.len()),
        ("Second", 2)
    );
    assert_eq!(
        second
            .date
            .states
            .iter()
            .filter(|state| state.kind == StateKind::Bad)
            .count(),
        1
    );
}

#[test]
fn threads_are_bound_by_code() {
    let text = "S(StringBuilder s, Thread t) {
event use before(StringBuilder s, Thread t) : call(* StringBuilder.append(..)) && target(s) && thread(t) {}
ere : use use @match { } }";
    let printed = lowered(text);
    assert!(
        printed.contains("where: t = Thread.currentThread();"),
        "{printed}"
    );
}

#[test]
fn threads_begin_and_end_with_their_outermost_bodies() {
    let text = "S(Thread t) {
event begun before(Thread t) : startThread() && thread(t) && threadName(\"w\") {}
event over after(Thread t) : endThread() && thread(t) {}
ere : begun over @match { } }";
    let printed = lowered(text);
    let bodies =
        "execution java.lang.Runnable+.run declared void()  | *.main declared void(String[]) (..)";
    let outermost = "residua.runtime.ThreadBody.isOutermost()";
    for expected in [
        format!("{bodies}\n"),
        format!("{bodies} returning\n"),
        format!("{bodies} throwing\n"),
        format!("filter: ({outermost}) && (Thread.currentThread().getName().equals(\"w\"))\n"),
        format!("filter: {outermost}\n"),
    ] {
        assert!(printed.contains(&expected), "{expected}\n{printed}");
    }
    let again = languages::mop::print(&specification(text))
        .unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    assert!(again.contains("endThread() && thread(t)"), "{again}");
    assert_eq!(lowered(&again), printed);
}

#[test]
fn a_thread_that_begins_is_heard_in_a_trace() {
    let text = "S(Thread t) {
event begun before(Thread t) : startThread() && thread(t) {}
event over after(Thread t) : endThread() && thread(t) {}
ere : begun over begun @match { } }";
    let begun = "begun t=Thread@1 `residua.runtime.ThreadBody.isOutermost()`=true `Thread.currentThread()`=Thread@1\n";
    let trace = format!("{begun}{}{begun}", begun.replace("begun", "over#1"));
    assert_eq!(reports(text, &trace), ["t:3 match (Thread@1)"]);
    // A body within another one is not the whole of a thread.
    assert_eq!(
        reports(text, &trace.replacen("=true", "=false", 1)),
        [""; 0]
    );
}

#[test]
fn a_handler_may_reset_in_some_cases() {
    let text = "S(T t) { int k = 0;
event a before(T t) : call(* T.a()) && target(t) { k++; }
event b before(T t) : call(* T.b()) && target(t) {}
ere : a b b* @match { if (k > 1) { __RESET; } } }";
    let printed = lowered(text);
    for expected in [
        "boolean reset_S",
        "is: bad\n            entry: if (k > 1) { reset_S = true; }",
        "- match -> match: b\n            when: \"!(reset_S)\"",
        "- match -> s2: a\n            when: reset_S\n            do: reset_S = false; k++;",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
    // Not yet at the first `a`: the second `b` matches, too, and an `a` then fails. A second
    // instance resets at once.
    let word = |word: &str| -> String {
        word.chars()
            .map(|event| format!("{event} t=T@1\n"))
            .collect()
    };
    let lines = |text: &str, events: &str| -> Vec<String> {
        reports(text, &word(events))
            .iter()
            .map(|report| report.split(' ').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(lines(text, "abbab"), ["t:2", "t:3"]);
    let at_once = text.replace("k > 1", "k > 0");
    assert_eq!(lines(&at_once, "abab"), ["t:2", "t:4"]);
    // After a reset a `b` fails.
    assert_eq!(lines(&at_once, "abbab"), ["t:2"]);
}

#[test]
fn raw_code_declares() {
    let text = "S() {
event a before(int n) : call(* T.a(int)) && args(n) && condition(n > most()) { System.err.println(__DEFAULT_MESSAGE); }
raw: int limit = 3; int most() { return 3; } }";
    let printed = lowered(text);
    assert!(
        printed.contains("- int limit = 3") && printed.contains("int most() { return 3; }"),
        "{printed}"
    );
}

#[test]
fn what_is_made_is_no_target() {
    let text = "S(T t) {
event made after() returning(T t) : call(T+.new(..)) && !target(U) {}
ere : made @match { } }";
    let printed = lowered(text);
    assert!(
        printed.contains("made: new T+(..) returning (t)"),
        "{printed}"
    );
}

#[test]
fn constructors_and_methods_are_patterns_of_their_own() {
    let text = "S(T t) {
event made after() returning(T t) : call(T.new(..)) || call(T Factory.make()) || call(U.new()) {}
ere : made @match { } }";
    let read = specification(text);
    let points = read.events[EventId::from(0)]
        .alternatives
        .iter()
        .map(|alternative| match &alternative.trigger {
            Trigger::Point(point) => (
                point.is_creation(),
                point.members.len(),
                point.moment.clone(),
            ),
            other => panic!("{other:?}"),
        });
    let returning = || {
        Moment::Returning(Some(date::model::Binding {
            name: "t".into(),
            ty: Some("T".into()),
        }))
    };
    assert_eq!(
        points.collect::<Vec<_>>(),
        [(true, 2, returning()), (false, 1, returning())]
    );
    let Trigger::Point(first) = &read.events[EventId::from(0)].alternatives[0].trigger else {
        panic!("a call")
    };
    assert!(
        first
            .members
            .iter()
            .all(|member| member.name == Member::Constructor)
    );
}

#[test]
fn bodies_that_decide_are_conditions() {
    let raw = "S() { int most = 3;
event a before(int n, String s) : call(* T.a(int, String)) && args(n, s) && condition(n > 0) {
  if (s == null) return;
  for (int i = 0; i < n; i++) {
    if (s.charAt(i) == '{' && this.most > i) {
      RVMLogging.out.println(Level.CRITICAL, __DEFAULT_MESSAGE + \"(\");
      RVMLogging.out.println(Level.CRITICAL, \"again\");
    }
  }
}
event b before() : call(* T.b()) {}
}";
    let printed = lowered(raw);
    let condition = "(n > 0) && (((java.util.function.BooleanSupplier) () -> { boolean reported = false; \
                     if (s == null) return reported;";
    let flat = printed.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(flat.contains(condition), "{printed}");
    assert!(
        flat.contains("if (s.charAt(i) == '{' && most > i) { reported = true; ; }"),
        "{printed}"
    );
    assert_eq!(printed.matches("-> reported: a").count(), 2, "{printed}");
    assert!(!printed.contains(": b\n"), "{printed}");
}

#[test]
fn a_body_that_returns_keeps_the_automaton_where_it_is() {
    let events = "int n = 0;
event a before(T t) : call(* T.a()) && target(t) { n++; if (n < 3) return; }
event b before(T t) : call(* T.b()) && target(t) {}";
    let found = automaton(events, "ere : a b @match { }");
    let moves = "((java.util.function.BooleanSupplier) () -> { n++; if (n < 3) return false; return true; }).getAsBoolean()";
    // In every state, as the body runs in every state.
    assert_eq!(
        found.matches(moves).count(),
        found.matches(": a\n").count(),
        "{found}"
    );
    assert_eq!(found.matches(": a\n").count(), 4, "{found}");
}

/// Where the body has reset the automaton, it takes the event from its beginning; where it has
/// returned after that, it is there.
#[test]
fn a_body_may_reset_in_some_cases() {
    let events = "int n = 0;
event a before(T t) : call(* T.a()) && target(t) && condition(n < 9) { n++; if (n == 2) { __RESET; } }
event b before(T t) : call(* T.b()) && target(t) {}";
    let text = format!("S(T t) {{\n{events}\nere : a a b @match {{ }}\n}}");
    let printed = lowered(&text);
    let body = "((java.util.function.BooleanSupplier) () -> { restarted_S = false; moved_S = false; \
                if (!(n < 9)) return false; if (true) { n++; if (n == 2) { restarted_S = true; } } moved_S = true; \
                return restarted_S; }).getAsBoolean()";
    assert_eq!(
        printed.matches("boolean restarted_S").count(),
        1,
        "{printed}"
    );
    let (_, transitions) = printed.split_once("transitions:\n").unwrap();
    let from = |state: &str| -> Vec<&str> {
        let lines: Vec<&str> = transitions.lines().map(str::trim).collect();
        let pairs = lines.windows(2).filter(|pair| {
            pair[0].starts_with(&format!("- {state} -> ")) && pair[0].ends_with(": a")
        });
        pairs.flat_map(|pair| [pair[0], pair[1]]).collect()
    };
    // After one `a`; `s1` is where nothing can match any more.
    let asked = format!("when: {body}");
    let expected = [
        "- s2 -> s2: a",
        &asked,
        "- s2 -> start: a",
        "when: restarted_S",
        "- s2 -> s3: a",
        "when: moved_S",
    ];
    assert_eq!(from("s2"), expected, "{printed}");
    // In every state, as the body runs in every state.
    assert_eq!(
        printed.matches("getAsBoolean").count(),
        printed.matches("when: restarted_S").count(),
        "{printed}"
    );
    let always = lowered(&text.replace("if (n == 2) { __RESET; }", "__RESET;"));
    assert!(
        !always.contains("restarted_S") && always.contains("do: n++;"),
        "{always}"
    );
}

#[test]
fn a_return_keeps_the_last_of_several_formulas_from_moving() {
    let events = "int n = 0;
event a before(T t) : call(* T.a()) && target(t) && condition(n < 9) { n++; if (n == 1) return; }";
    let printed = lowered(&format!(
        "S(T t) {{ {events}\nere : a @match {{ }}\nere : a a @match {{ }} }}"
    ));
    let (first, second) = printed.split_once("S_2:").expect("two properties");
    assert!(
        !first.contains("getAsBoolean") && second.contains("getAsBoolean"),
        "{printed}"
    );
    assert!(first.contains("when: n < 9"), "{printed}");
}

#[test]
fn what_cannot_be_expressed_is_named() {
    let with = |events: &str, property: &str| format!("S(T t) {{\n{events}\n{property}\n}}");
    let event = |pointcut: &str| format!("event a before(T t) : {pointcut} {{}}");
    let call = "call(* T.a()) && target(t)";
    let cases = [
        (
            with(&event("call(* T.a()) && target(t) && Points.inside(t)"), ""),
            "2:53: there is no pointcut `Points.inside` (pointcuts of other aspects are not read: declare it here)",
        ),
        (
            with("event a after(T t) returning : endObject(T t) {}", ""),
            "2:32: `endObject(..)` is another moment than this (write `event a after(..) : endObject(..)`)",
        ),
        (
            with("event a after(T t) : endObject(T tt) {}", ""),
            "2:34: `tt` is no parameter of the event `a` (did you mean `t`?)",
        ),
        (
            with("event a after() : endObject(T t) {}", ""),
            "2:31: `t` is no parameter of the event `a` (write `event a after(T t)`)",
        ),
        (
            with("event a after(T t) : endObject(U t) {}", "ere : a @match { }"),
            "2:7: `t` has the type U here and T elsewhere in this context",
        ),
        (
            with(&event("call(* T.a()) && target(t) && !endObject(T t)"), ""),
            "2:54: `endObject` within another part of a pointcut (it is said of the whole event",
        ),
        (
            with("event a after(T t) : endThread() && endObject(T t) {}", ""),
            "2:22: an event is of the end of the program, of a thread, or of an object (write an event for each of them",
        ),
        (
            with(&event("call(* T.a()) && target(t) && countCond(n > 1)"), ""),
            "2:53: `countCond` counts the threads that unit tests of concurrency hold up, which steer the program: it is not \
             supported (monitors of residua never change what the program does: count in a field, and ask for it with",
        ),
        (
            with("event a before(T t, Thread u) : call(* T.a()) && target(t) && threadBlocked(u) {}", ""),
            "2:63: `threadBlocked` is of unit tests of concurrency, which steer the program: it is not supported (monitors of \
             residua never change what the program does: ask for its state, `condition(u.getState() == Thread.State.BLOCKED)`)",
        ),
        (
            with("event a after() : handler(T+) {}", "ere : a @match { }"),
            "2:19: there is nothing after a `handler(..)`, as in AspectJ (write the event `before`)",
        ),
        (
            with(&event("target(t)"), ""),
            "2:23: a pointcut without `call(..)`, `execution(..)` or the like is not supported yet",
        ),
        (
            with(&event("call(* T.a()) && !target(U)"), ""),
            "2:41: `!target(..)` of calls that may have no target is not supported yet (write `target(T) && !target(..)`",
        ),
        (
            with(&event("call(strictfp * T.a()) && target(t)"), ""),
            "2:28: the modifier `strictfp` in a pattern is not supported yet",
        ),
        (with(&event("call(volatile * T.a()) && target(t)"), ""), "2:28: no method is `volatile`"),
        (
            with(&event(call), "ere : a @match { if (t == null) return; Runnable r = () -> {}; }"),
            "3:18: `return` in a handler that has a lambda expression, too, is not supported yet",
        ),
        (
            with(&format!("event a before(T t) : {call} {{ __SKIP; }}"), "ere : a @match { }"),
            "2:52: `__SKIP` is not supported (monitors of residua never change what the program does",
        ),
        (
            format!("suffix {}", with(&event(call), "ere : a @match { if (t == null) { __RESET; } }")),
            "3:1: `__RESET` within another statement, or in the body of an event with several formulas, under `suffix` \
             is not supported yet (each suffix would have its own monitor to reset",
        ),
        (
            format!(
                "suffix {}",
                with(
                    &format!("event a before(T t) : {call} {{ if (t == null) {{ __RESET; }} }}"),
                    "ere : a @match { }"
                )
            ),
            "3:1: `__RESET` within another statement, or in the body of an event with several formulas, under",
        ),
        (
            format!(
                "suffix {}",
                with(&format!("event a before(T t) : {call} {{ __RESET; }}"), "ere : a @match { } ere : a @fail { }")
            ),
            "3:1: `__RESET` within another statement, or in the body of an event with several formulas, under",
        ),
        (
            with(&format!("void again() {{ __RESET; }}\n{}", event(call)), "ere : a @match { }"),
            "2:16: `__RESET` in a method or an expression is not supported yet",
        ),
        (
            with("event a before(T t) : handler(E) && target(t) {}", "ere : a @match { }"),
            "2:23: this binds or tests what such a program point does not have (a field that is set, a catch block",
        ),
        (
            with("event a before(T t, int v) : get(int T.f) && target(t) && args(v) {}", "ere : a @match { }"),
            "2:30: this binds or tests what such a program point does not have",
        ),
        (
            with("event a after(T t) returning(int v) : set(int T.f) && target(t) {}", "ere : a @match { }"),
            "2:39: what returns nothing here has no value to bind",
        ),
        (
            with("event a after(T t) : startThread() && thread(t) {}", "ere : a @match { }"),
            "2:22: `startThread()` is another moment than this (write `event a before(..) : startThread()`)",
        ),
        (
            with("event a after() returning() : endThread() {}", "ere : a @match { }"),
            "2:31: `endThread()` is another moment than this (write `event a after(..) : endThread()`)",
        ),
        (
            with("event a before(T t) : startThread() && target(t) {}", "ere : a @match { }"),
            "2:40: `startThread()` together with another pointcut is not supported yet",
        ),
        (
            with(
                &format!(
                    "event a before(T t) : {call} {{ int k = 0; RVMLogging.out.println(Level.CRITICAL, k = 1); }}"
                ),
                "ere : a @match { }",
            ),
            "2:63: an assignment within what is printed is not supported yet",
        ),
        (
            with(&format!("{{ help(); }}\n{}", event(call)), "ere : a @match { }"),
            "2:1: a declaration that is no field and no method is not supported yet",
        ),
        (
            with(&format!("void tell() {{ System.err.println(__DEFAULT_MESSAGE); }}\n{}", event(call)), ""),
            "2:15: a method that prints what is reported is not supported yet",
        ),
        (with(&event(call), "ere : a b @match { }"), "3:9: there is no event `b` (did you mean `a`?)"),
        (with(&event(call), "ere : a @mtch { }"), "3:10: the formula has no category `mtch` (did you mean `@match`?)"),
        (with(&event(call), "erre : a @match { }"), "3:1: there is no logic `erre` here (did you mean `ere`?)"),
        (
            "avoid S(T t) { event a before(T t) : call(* T.a()) && target(t) {} ere : a @match { } }".to_owned(),
            "1:7: the modifier `avoid` is not supported (it blocks threads of the program, and monitors of residua never",
        ),
        (
            "suffix S(T t) { event a before(T t) : call(* T.a()) && target(t) {} cfg : S -> a S a | a @match { } }"
                .to_owned(),
            "1:75: a grammar that is not regular, for every suffix, is not supported yet",
        ),
    ];
    for (text, expected) in cases {
        let found = shown(&read("p.mop", &text).expect_err(&text));
        assert!(
            found.starts_with(expected),
            "{text}\n{found}\nexpected {expected}"
        );
    }
}

#[test]
fn a_type_that_differs_is_told_once() {
    let text = "S(T t) {
event a before(T t) : call(* T.a()) && target(t) {}
event b before(U t) : call(* T.b()) && target(t) {}
ere : a @match { }
}";
    let found = read("p.mop", text).expect_err(text);
    assert_eq!(
        shown(&found),
        "3:7: `t` has the type U here and T elsewhere in this context"
    );
}

#[test]
fn modifiers_change_what_an_instance_follows() {
    let events = format!("{A_AND_B}\nere : a a b @match {{ }}");
    let suffixes = lowered(&format!("suffix S(T t) {{\n{events}\n}}"));
    // After `a a a`, the last two begin the word, too.
    for row in [
        "- start -> s1: a",
        "- s1 -> s2: a",
        "- s2 -> match: b",
        "- s1 -> start: b",
        "- match -> s1: a",
    ] {
        assert!(suffixes.contains(row), "{row}\n{suffixes}");
    }
    assert_eq!(suffixes.matches("bad").count(), 1, "{suffixes}");
    let bound = lowered(&format!("full-binding S(T t) {{\n{events}\n}}"));
    assert!(
        bound.contains("-> match: b\n            when: t != null"),
        "{bound}"
    );
    let threads = lowered(&format!("perthread S(T t) {{\n{events}\n}}"));
    assert!(
        threads.contains("parameters: [T t, Thread thread_S]"),
        "{threads}"
    );
    assert_eq!(
        threads
            .matches("thread_S = Thread.currentThread();")
            .count(),
        2,
        "{threads}"
    );
}

#[test]
fn a_body_runs_once_for_all_properties() {
    let events = "int n = 0;
event a before(T t) : call(* T.a()) && target(t) && condition(n < 3) { n++; }";
    let printed = lowered(&format!(
        "S(T t) {{ {events}\nere : a @match {{ }}\nere : a a @match {{ }} }}"
    ));
    let (first, second) = printed.split_once("S_2:").expect("two properties");
    assert!(
        !first.contains("do: n++;") && second.contains("do: n++;"),
        "{printed}"
    );
    assert!(first.contains("when: n < 3"), "{printed}");
}

#[test]
fn methods_among_the_declarations_are_helper_methods() {
    let text = "S(T t) {
  int most = 3;
  boolean isMany(int n) { if (n < 0) return false; return n > this.most; }
  event a before(T t, int n) : call(* T.a(int)) && target(t) && args(n) && condition(isMany(n)) {}
  ere : a @match { }
}";
    let specification = specification(text);
    let methods = specification
        .methods
        .as_ref()
        .expect("a method")
        .text
        .clone();
    assert_eq!(
        methods.split_whitespace().collect::<Vec<&str>>().join(" "),
        "boolean isMany(int n) { if (n < 0) return false; return n > most; }"
    );
    assert_eq!(
        specification.contexts[ContextId::from(1)].variables.len(),
        1
    );
}

/// What is printed in JavaMOP's language says the same again.
fn printed(text: &str) -> String {
    let original = specification(text);
    let printed = languages::mop::print(&original)
        .unwrap_or_else(|findings| panic!("{text}\n{}", shown(&findings)));
    let again = read("p.mop", &printed)
        .unwrap_or_else(|findings| panic!("{printed}\n{}", shown(&findings)));
    assert_eq!(yaml::print(&again), yaml::print(&original), "{printed}");
    printed
}

#[test]
fn what_is_printed_is_read_as_the_same() {
    let iterators = "import java.util.*;
S(Collection c, Iterator i) {
  int updates = 0;
  event create after(Collection c) returning(Iterator i) : call(Iterator Collection+.iterator()) && target(c) {}
  event update before(Collection c) :
    (call(* Collection+.remove*(..)) || call(* Collection+.add*(..))) && target(c) && !target(LinkedList) { updates++; }
  event next before(Iterator i) : call(* Iterator+.next(..)) && target(i) {}
  event over after() : endProgram() {}
  ere : create next* update+ next
  @match { System.err.println(\"changed\"); __RESET; }
}";
    let iterators = iterators.replace("after() : endProgram", "before() : endProgram");
    let first = printed(&iterators);
    assert!(
        first.contains("fsm :") && first.contains("{ updates++; }"),
        "{first}"
    );
    let asked = |condition: &str| {
        format!(
            "before(T t, int n) : call(* T.a(int)) && target(t) && args(n) && condition(n {condition} 0) {{}}"
        )
    };
    let (positive, others) = (asked(">"), asked("<="));
    printed(&format!(
        "S(T t) {{\n{A_AND_B}\nevent p {positive}\nevent o {others}\nere : a b p o @match {{ }}\n}}"
    ));
    for property in [
        "ere : a b @fail { }",
        "ere : a b @fail { __RESET; }",
        "ere : a b* @match { System.out.println(t); t.a(); }",
        "ltl : [](a => o b) @violation { }",
        "ptltl : b -> <*> a @violation { } @validation { }",
        "fsm : s [ a -> t default s ] t [ b -> s ] alias bad = t @bad { } @fail { }",
    ] {
        let text = printed(&format!("S(T t) {{\n{A_AND_B}\n{property}\n}}"));
        // What JavaMOP calls a failure keeps its name.
        assert_eq!(text.contains("@fail"), property.contains("@fail"), "{text}");
    }
    let ends = printed(&format!(
        "S(T t) {{\n{A_AND_B}\nevent end before(T t) : endObject(T t) {{}}\nere : a end @match {{ }}\n}}"
    ));
    assert!(
        ends.contains(
            "execution(void finalize()) && target(t) && !cflowbelow(execution(void finalize()))"
        ),
        "{ends}"
    );
}

#[test]
fn what_the_language_of_javamop_has_nothing_for_is_named() {
    let yaml =
        |text: &str| read("p.yaml", text).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let refusal =
        |text: &str| shown(&languages::mop::print(&yaml(text)).expect_err("it is refused"));
    let text = "foreach:
  - parameters: [T t]
    clocks: [c]
    events:
      a: call T.a() target t
    properties:
      p:
        states: {s: initial, b: bad}
        transitions:
          - s -> b: a
";
    assert_eq!(
        refusal(text),
        "3:14: a clock cannot be said in the language of JavaMOP"
    );
    let text = text.replace("    clocks: [c]\n", "");
    let some = text.clone() + "            do: t.close();\n";
    let message = "5:7: that `a` does something in some states only cannot be said in the language of JavaMOP";
    assert_eq!(
        refusal(&some.replace("5:7", "4:7")),
        message.replace("5:7", "4:7")
    );
    let between = text.replace(
        "target t\n",
        "target t\n      b: call T.b() target t\n      c: call T.a() target t\n",
    );
    let between = between.replace(
        "s -> b: a",
        "s -> b: a\n          - s -> s: b\n          - s -> b: c",
    );
    let message = "6:7: that another event comes between two of one pointcut cannot be said in the language of JavaMOP";
    assert_eq!(refusal(&between), message);
    // A bad state that is left to itself is not reported again.
    let mop = languages::mop::print(&yaml(&text))
        .unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    assert!(
        mop.contains("b [ a -> b_ ]") && mop.contains("b_ [ a -> b_ ]"),
        "{mop}"
    );
}
