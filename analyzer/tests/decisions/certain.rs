//! Properties that every execution violates, and those of which that is not shown.

use date::residual::Reduction;
use plan::Verdict;

use crate::residuals::OPEN_READ_CLOSE;
use crate::support::analyze;

const HAS_NEXT: &str = "
//- p.yaml
imports: [java.util.*]
foreach:
  - parameters: [Iterator i]
    events:
      asked: call Iterator.hasNext() target i
      next: call Iterator.next() target i
    properties:
      has_next:
        states: {unsure: initial, sure: normal, over: bad}
        transitions:
          - unsure -> sure: asked
          - sure -> unsure: next
          - unsure -> over: next
";

fn verdict(case: &str) -> Verdict {
    analyze(case, Reduction::Nop).specifications[0].properties[0].verdict
}

fn iterators(members: &str, body: &str) -> String {
    format!(
        "{HAS_NEXT}//- Main.java
import java.util.*;
class Main {{
    {members}
    public static void main(String[] args) {{
        List<String> list = new ArrayList<>();
        list.add(\"a\");
{body}
    }}
}}"
    )
}

fn doors(members: &str, body: &str) -> String {
    format!(
        "{OPEN_READ_CLOSE}//- Main.java
class Main {{
    {members}
    public static void main(String[] args) {{
        Door door = new Door();
{body}
    }}
}}"
    )
}

#[track_caller]
fn is_violated(case: &str) {
    assert_eq!(verdict(case), Verdict::Violated);
}

#[track_caller]
fn is_left_to_the_monitor(case: &str) {
    assert_eq!(verdict(case), Verdict::Residual);
}

#[test]
fn unasked_next_in_a_straight_line() {
    is_violated(&iterators(
        "",
        "Iterator<String> i = list.iterator(); i.next();",
    ));
}

#[test]
fn unasked_next_in_a_method_that_main_calls() {
    let method = "static void first(Iterator<String> i) { i.next(); }";
    is_violated(&iterators(method, "first(list.iterator());"));
    let method = "static Iterator<String> of(List<String> list) { return list.iterator(); }";
    is_violated(&iterators(method, "of(list).next();"));
}

#[test]
fn unasked_next_on_both_ways() {
    let both = "Iterator<String> i = list.iterator();
        if (args.length > 0) { i.next(); } else { Iterator<String> other = list.iterator(); other.next(); }";
    is_violated(&iterators("", both));
    is_left_to_the_monitor(&iterators("", &both.replace("other.next();", "")));
}

#[test]
fn every_case_of_a_switch_has_to_violate() {
    let cases = "Iterator<String> i = list.iterator();
        switch (args.length) { case 0: i.next(); break; case 1: i.next(); break; default: i.next(); }";
    is_violated(&iterators("", cases));
    is_left_to_the_monitor(&iterators("", &cases.replace("default: i.next();", "")));
}

#[test]
fn next_that_has_been_asked_for_is_none() {
    let body = "Iterator<String> i = list.iterator(); if (args.length > 0) i.hasNext(); i.next();";
    is_left_to_the_monitor(&iterators("", body));
}

#[test]
fn second_pass_on_an_object_in_any_state() {
    is_violated(&doors(
        "",
        "if (args.length > 0) { door.open(); door.close(); } door.pass();",
    ));
    is_left_to_the_monitor(&doors(
        "",
        "if (args.length > 0) { door.open(); } door.pass();",
    ));
}

const CALLED: &str = "
//- p.yaml
events:
  called: call PATTERN
properties:
  never:
    states: {a: initial, b: bad}
    transitions:
      - a -> b: called
";

/// The weaver cannot tell a written call of these from one that a compiler inserts.
#[test]
fn calls_that_compilers_insert_too_prove_nothing() {
    let case = |pattern: &str, body: &str| {
        let called = CALLED.replace("PATTERN", pattern);
        format!(
            "{called}//- Main.java\nclass Main {{ public static void main(String[] args) {{ {body} }} static void f() {{ }} }}"
        )
    };
    is_violated(&case("Main.f()", "f();"));
    is_left_to_the_monitor(&case(
        "java.util.Objects.requireNonNull(..)",
        "java.util.Objects.requireNonNull(args);",
    ));
    is_left_to_the_monitor(&case("Object.getClass()", "args.getClass();"));
    // Boxing raises no event, written or not.
    assert_eq!(
        verdict(&case("Integer.valueOf(..)", "Integer.valueOf(3);")),
        Verdict::Satisfied
    );
}

#[test]
fn loop_that_may_not_run_is_no_way_to_a_report() {
    is_left_to_the_monitor(&doors(
        "",
        "for (int n = 0; n < args.length; n++) door.pass();",
    ));
    is_left_to_the_monitor(&doors("", "while (args.length > 0) { } door.pass();"));
}

#[test]
fn loop_that_is_not_left_without_a_report() {
    is_violated(&doors("", "while (true) { door.pass(); }"));
    is_violated(&doors("", "do { door.pass(); } while (args.length > 0);"));
    is_left_to_the_monitor(&doors(
        "",
        "while (true) { if (args.length > 0) door.pass(); }",
    ));
}

#[test]
fn call_that_may_throw_or_not_return_comes_first() {
    for body in [
        "System.exit(0); door.pass();",
        "Integer.parseInt(args[0]); door.pass();",
        "String first = args[0]; door.pass();",
        "int n = 1 / args.length; door.pass();",
        "if (args.length > 0) throw new IllegalStateException(); door.pass();",
        "Object object = args; Door other = (Door) object; door.pass();",
        "forever(args); door.pass();",
        "for (String each : new Odd()) { } door.pass();",
        "new Thread(() -> System.exit(1)).start(); door.pass();",
    ] {
        let members = "static void forever(String[] args) { forever(args); }
    static class Odd implements Iterable<String> {
        public java.util.Iterator<String> iterator() { throw new IllegalStateException(); }
    }";
        is_left_to_the_monitor(&doors(members, body));
    }
    is_violated(&doors(
        "",
        "System.out.println(\"one\"); door.pass(); System.exit(0);",
    ));
}

#[test]
fn exceptions_are_followed_to_their_handlers() {
    let caught = "try { String first = args[0]; } catch (Throwable t) { } door.pass();";
    is_violated(&doors("", caught));
    is_left_to_the_monitor(&doors("", &caught.replace("Throwable", "RuntimeException")));
    is_left_to_the_monitor(&doors("", &caught.replace("{ }", "{ return; }")));
    is_violated(&doors(
        "",
        "try { String first = args[0]; } finally { door.pass(); }",
    ));
}

#[test]
fn receiver_that_may_be_null_is_no_object() {
    let members = "static Door held;";
    is_left_to_the_monitor(&doors(members, "held = door; held.pass();"));
    is_left_to_the_monitor(&doors(
        members,
        "if (args.length > 0) door = null; door.pass();",
    ));
}

/// A call on null raises no event with a target, and every other event.
#[test]
fn call_that_may_be_on_null_has_no_certain_target() {
    let case = |clause: &str, door: &str| {
        let called = CALLED.replace("PATTERN", &format!("Door.pass(){clause}"));
        format!(
            "{called}//- Door.java\nclass Door {{ void pass() {{}} void again() {{ pass(); }} }}
//- Main.java
class Main {{
    static Door held;
    public static void main(String[] args) {{ {door}; }}
}}"
        )
    };
    for door in ["held.pass()", "Door door = held; door.pass()"] {
        is_violated(&case("", door));
        is_left_to_the_monitor(&case(" target Door", door));
        is_left_to_the_monitor(&case(" target Door d", door));
    }
    is_violated(&case(" target Door", "new Door().pass()"));
    is_violated(&case(" target Door", "new Door().again()"));
}

/// The other reference may be to the door.
#[test]
fn what_others_hold_may_be_changed_by_them() {
    let members = "Door held; static void open(Main main) { main.held.open(); }
    static void use(Main main) { try { open(main); } catch (Throwable t) { } }";
    let body =
        |between: &str| format!("Main main = new Main(); main.held = door; {between} door.pass();");
    is_violated(&doors(members, &body("")));
    is_left_to_the_monitor(&doors(members, &body("use(main);")));
}

/// A door that is unlocked may be passed; which one is unlocked is not known where a field holds
/// it.
#[test]
fn event_on_what_a_field_holds_may_be_one_of_this_object() {
    let case = |body: &str| {
        format!(
            "
//- p.yaml
imports: [Door, Main]
foreach:
  - parameters: [Door d]
    events:
      unlock: call Main.unlock(Door d)
      pass: call Door.pass() target d
    properties:
      doors:
        states: {{locked: initial, unlocked: , bad: bad}}
        transitions:
          - locked -> unlocked: unlock
          - locked -> bad: pass
//- Door.java
class Door {{ void pass() {{}} }}
//- Main.java
class Main {{
    Door held;
    static void unlock(Door d) {{}}
    public static void main(String[] args) {{
        Main main = new Main();
        Door door = new Door();
        {body}
        door.pass();
    }}
}}"
        )
    };
    is_violated(&case("main.held = door;"));
    is_violated(&case("unlock(main.held);"));
    is_left_to_the_monitor(&case("main.held = door; unlock(main.held);"));
}

#[test]
fn initializers_come_first() {
    is_violated(&doors("static Door other = new Door();", "door.pass();"));
    is_violated(&doors("static { new Door().pass(); }", ""));
    is_left_to_the_monitor(&doors(
        "static int one = Integer.parseInt(\"x\");",
        "door.pass();",
    ));
    is_left_to_the_monitor(&doors(
        "static class Other { static int n = 1 / 0; }",
        "int n = Other.n; door.pass();",
    ));
    is_left_to_the_monitor(&doors(
        "static class Other { static Door o = new Door(); static void f() { o.pass(); } }",
        "Other.f();",
    ));
}

#[test]
fn every_entry_point_has_to_violate() {
    let other = |body: &str| {
        format!(
            "\n//- Other.java\nclass Other {{ public static void main(String[] args) {{ {body} }} }}"
        )
    };
    is_violated(&(doors("", "door.pass();") + &other("new Door().pass();")));
    is_left_to_the_monitor(&(doors("", "door.pass();") + &other("")));
    is_left_to_the_monitor(
        &doors("", "door.pass();").replace("void main(String[] args)", "void start(String[] args)"),
    );
}

#[test]
fn guards_must_be_true() {
    let guarded = |guard: &str| {
        let case = iterators("", "list.iterator().next();");
        case.replace("variables", "").replace(
            "- unsure -> over: next\n",
            &format!("- unsure -> over: next\n            when: {guard}\n"),
        )
    };
    is_violated(&guarded("true"));
    is_left_to_the_monitor(&guarded("System.currentTimeMillis() > 0"));
}

#[test]
fn conditions_of_events_must_be_none() {
    let filtered = iterators("", "list.iterator().next();").replace(
        "next: call Iterator.next() target i",
        "next: {on: call Iterator.next() target i, filter: \"i != null\"}",
    );
    assert_ne!(verdict(&filtered), Verdict::Violated);
}

#[test]
fn monitors_that_do_more_than_print_may_end_the_execution() {
    let acting = |action: &str| {
        let case = iterators("", "list.iterator().hasNext(); list.iterator().next();");
        case.replace(
            "- unsure -> sure: asked\n",
            &format!("- unsure -> sure: asked\n            do: {action}\n"),
        )
    };
    is_violated(&acting("System.out.println(\"next\");"));
    is_left_to_the_monitor(&acting("System.exit(1);"));
    is_left_to_the_monitor(&acting("System.out.println(\"asked \" + i);"));
}

#[test]
fn property_of_the_whole_program() {
    let case = |body: &str| {
        format!(
            "
//- p.yaml
events:
  begin: call Main.begin()
  end: call Main.end()
properties:
  order:
    states: {{idle: initial, busy: normal, wrong: bad}}
    transitions:
      - idle -> busy: begin
      - idle -> wrong: end
      - busy -> wrong: begin
      - busy -> idle: end
//- Main.java
class Main {{
    static void begin() {{}}
    static void end() {{}}
    public static void main(String[] args) {{ {body} }}
}}"
        )
    };
    is_violated(&case(
        "begin(); if (args.length > 0) { end(); end(); } begin();",
    ));
    is_left_to_the_monitor(&case("begin(); if (args.length > 0) { end(); } begin();"));
}

#[test]
fn closed_reader_in_a_straight_line() {
    let case = |body: &str| {
        format!(
            "
//- p.yaml
imports: [java.io.*]
foreach:
  - parameters: [Reader r]
    events:
      close: call Reader.close() target r
      read: call Reader.read() target r
    properties:
      open:
        states: {{open: initial, closed: normal, late: bad}}
        transitions:
          - open -> closed: close
          - closed -> late: read
//- Main.java
import java.io.*;
class Main {{
    public static void main(String[] args) throws IOException {{
        {body}
    }}
}}"
        )
    };
    is_violated(&case(
        "Reader r = new StringReader(\"x\"); r.close(); r.read();",
    ));
    is_left_to_the_monitor(&case(
        "Reader r = new StringReader(\"x\"); r.read(); r.close(); if (args.length > 0) r.read();",
    ));
    is_left_to_the_monitor(&case(
        "Reader r = new FileReader(\"x\"); r.close(); r.read();",
    ));
}

#[test]
fn assumption_about_the_virtual_machine_is_told_where_it_is_made() {
    let told = |body: &str| {
        let analysis = analyze(&doors("", body), Reduction::Nop);
        analysis
            .assumptions
            .iter()
            .any(|assumption| assumption.id == "virtual-machine-errors")
    };
    assert!(told("door.pass();"));
    assert!(!told("if (args.length > 0) door.pass();"));
}

#[test]
fn one_main_is_an_assumption_where_there_are_several() {
    let tells = |program: &str| {
        let analysis = analyze(program, Reduction::Nop);
        let mut assumptions = analysis.assumptions.iter();
        assumptions.any(|assumption| assumption.id == "one-main")
    };
    let one = doors("", "door.pass();");
    assert!(!tells(&one));
    let other = "class Other { public static void main(String[] args) { new Door().pass(); } }";
    assert!(tells(&format!("{one}\n{other}")));
}

/// Its monitor makes an instance of each object that is equal, and two doors may be.
#[test]
fn objects_that_may_be_equal_are_one_instance() {
    let equal = doors("", "door.pass();").replace(
        "void open() {}",
        "void open() {} public boolean equals(Object o) { return true; } public int hashCode() { return 1; }",
    );
    is_left_to_the_monitor(&equal);
}
