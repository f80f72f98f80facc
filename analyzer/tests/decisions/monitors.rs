//! What monitors do to the program that they watch (semantics, hazard 19), and what users waive.

use crate::support::{analyze, check};

/// A property of three calls in a row on one object; `action` runs at the first of them.
fn in_a_row(options: &str, action: &str, main: &str) -> String {
    format!(
        r"
//- rows.yaml
imports: [app.Main, app.Row]
foreach:
  - parameters: [Row r]
    events:
      a: call Row.a() target r
      b: call Row.b() target r
      c: call Row.c() target r
    properties:
      row:
        {options}
        states: {{none: initial, first: , second: , third: bad}}
        transitions:
          - none -> first: a
            do: {action}
          - first -> second: b
          - second -> third: c
//- app/Row.java
package app;
public class Row {{
    public Row next;
    public void a() {{}}
    public void b() {{}}
    public void c() {{}}
}}
//- app/Main.java
package app;
{main}"
    )
}

const SAVED: &str = r"public class Main {
    public static Row saved;

    public static void main(String[] args) {
        Row row = new Row();
        row.a();
        //  ^ keep a
        if (saved != null) {
            saved.b();
            //    ^ keep b
            saved.c();
            //    ^ keep c
        }
    }
}";

#[test]
fn what_an_action_stores_may_come_back() {
    check(&in_a_row("observable: all", "Main.saved = r;", SAVED));
}

/// No plan has a row for the catch block, which tells of its method's object.
#[test]
fn what_a_catch_block_tells_may_come_back() {
    let keeper = r"
//- keeper.yaml
imports: [app.Main, app.Row]
foreach:
  - parameters: [Row r]
    events:
      caught: handling Row.fail() target r
    properties:
      keeper:
        states: {q: initial}
        transitions:
          - q -> q: caught
            do: Main.saved = r;
";
    let main = r"public class Main {
    public static Row saved;

    public static void main(String[] args) {
        new Row().fail();
        if (saved != null) {
            saved.a();
            //    ^ keep a
            saved.b();
            //    ^ keep b
            saved.c();
            //    ^ keep c
        }
    }
}";
    let fail =
        "public void fail() { try { throw new RuntimeException(); } catch (RuntimeException e) { next = null; } }";
    let rows = in_a_row("observable: all", "int seen = 1;", main)
        .replace("public Row next;", &format!("public Row next;\n    {fail}"));
    check(&format!("{keeper}{rows}"));
}

#[test]
fn what_an_action_hands_to_a_function_may_come_back() {
    check(&in_a_row(
        "observable: all",
        "Main.keep.accept(r);",
        &SAVED.replace(
            "public static Row saved;",
            "public static Row saved; public static java.util.function.Consumer<Row> keep = row -> saved = row;",
        ),
    ));
}

#[test]
fn an_action_may_make_objects() {
    check(&in_a_row(
        "observable: all",
        "r.next = new Row();",
        r"public class Main {
    public static void main(String[] args) {
        Row row = new Row();
        row.a();
        //  ^ keep a
        Row next = row.next;
        next.a();
        //   ^ keep a
        next.b();
        //   ^ keep b
        next.c();
        //   ^ keep c
    }
}",
    ));
}

/// Two objects: what happens to the first changes what is found out about the second.
const COUNTED: &str = r"public class Main {
    public static int count;

    public static void main(String[] args) {
        Row first = new Row();
        first.a();
        //    ^ keep a
        Row row = new Row();
        row.a();
        //  ^ keep a
        row.b();
        //  ^ keep b
        row.c();
        //  ^ keep c
    }
}";

#[test]
fn waived_actions_that_others_may_notice_stay() {
    check(&in_a_row("observable: verdict-only", "Main.count++;", COUNTED));
}

#[test]
fn waived_output_goes() {
    let printed = COUNTED.replace("^ keep a\n        Row row", "^ silence Residual1 a\n        Row row");
    check(&in_a_row("observable: verdict-only", r#"System.out.println("first");"#, &printed));
}

#[test]
fn what_entry_code_stores_may_come_back() {
    let entered = in_a_row("observable: all", "Main.saved = r;", SAVED)
        .replace("            do: Main.saved = r;\n", "")
        .replace("first: ,", "first: {entry: Main.saved = r;},");
    check(&entered);
}

/// The condition calls a method that writes by way of another one.
#[test]
fn conditions_that_change_the_program_stay() {
    let asking = |ask: &str, decision: &str| {
        in_a_row(
            "observable: all",
            "",
            &format!(
                r"public class Main {{
    static int count;

    public static void main(String[] args) {{
        Row row = new Row();
        row.a();
        //  ^ {decision} a
    }}

    public static boolean ask() {{
        return {ask};
    }}

    static boolean note() {{
        return count++ > 0;
    }}
}}"
            ),
        )
        .replace("            do: \n", "            when: Main.ask()\n")
    };
    check(&asking("note()", "keep"));
    check(&asking("count > 0", "silence Residual0"));
}

/// What is left of a property has the variables that it had.
#[test]
fn variables_keep_their_initial_values() {
    let case = in_a_row("observable: all", "Main.count++;", COUNTED)
        .replace("    events:", "    variables: [int limit = 3]\n    events:")
        .replace("first -> second: b\n", "first -> second: b\n            when: limit > 2\n");
    let analysis = analyze(&case, date::residual::Through::All);
    let [specification] = &analysis.specifications[..] else { panic!("one file of properties") };
    let contexts = &specification.residual.contexts;
    assert!(contexts.iter().flat_map(|context| &context.variables).any(|v| v.initial.is_some()));
    assert_eq!(*contexts, specification.original.contexts);
}

/// Nothing but the condition calls `ask`, which makes an object known.
#[test]
fn what_a_condition_calls_runs() {
    let asking = in_a_row(
        "observable: all",
        "",
        &SAVED.replace("Row row = new Row();", "Row row = new Row();\n        held = row;").replace(
            "public static Row saved;",
            "static Row saved, held;\n\n    public static boolean ask() {\n        saved = held;\n        \
                 return true;\n    }",
        ),
    );
    check(&asking.replace("            do: \n", "            when: Main.ask()\n"));
}

/// What an action may store of an event on guns, `store`, is found in `Main.last`.
fn stored(store: &str, gun: &str, main: &str) -> String {
    format!(
        r"
//- guns.yaml
imports: [Gun, Main]
foreach:
  - parameters: [Gun g]
    events:
      fire: call Gun.fire() target g
    properties:
      guns:
        states: {{safe: initial, bad: bad}}
        transitions:
          - safe -> bad: fire
events:
  store: {store}
properties:
  stores:
    states: {{one: initial}}
    transitions:
      - one -> one: store
        do: Main.last = x;
//- Gun.java
class Gun {{
    void fire() {{}}
    {gun}
}}
//- Main.java
class Main {{
    static Gun last;
{main}
}}"
    )
}

#[test]
fn an_action_may_store_what_a_body_returns() {
    check(&stored(
        "execution Main.make() returning (Gun x)",
        "",
        r"    public static void main(String[] args) {
        make();
        last.fire();
        //   ^^^^ keep fire
    }

    static Gun make() {
        //     ^^^^ keep store
        return new Gun();
    }",
    ));
}

#[test]
fn an_action_may_store_whoever_calls() {
    check(&stored(
        "call Main.make() caller Gun x",
        "void use() {
        Main.make();
        //   ^^^^ keep store
    }",
        r"    public static void main(String[] args) {
        new Gun().use();
        last.fire();
        //   ^^^^ keep fire
    }

    static void make() {}",
    ));
}
