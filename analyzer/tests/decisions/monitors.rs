//! What monitors do to the program that they watch (semantics, hazard 19), and what users waive.

use crate::support::{analyze, check, check_followed_or_not};

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
    check_followed_or_not(&in_a_row("observable: all", "Main.saved = r;", SAVED));
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
    let fail = "public void fail() { try { throw new RuntimeException(); } catch (RuntimeException e) { next = null; } }";
    let rows = in_a_row("observable: all", "int seen = 1;", main)
        .replace("public Row next;", &format!("public Row next;\n    {fail}"));
    check_followed_or_not(&format!("{keeper}{rows}"));
}

#[test]
fn what_an_action_hands_to_a_function_may_come_back() {
    check_followed_or_not(&in_a_row(
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
    check_followed_or_not(&in_a_row(
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
    check(&in_a_row(
        "observable: verdict-only",
        "Main.count++;",
        COUNTED,
    ));
}

#[test]
fn waived_output_goes() {
    let printed = COUNTED.replace(
        "^ keep a\n        Row row",
        "^ silence Residual1 a\n        Row row",
    );
    check(&in_a_row(
        "observable: verdict-only",
        r#"System.out.println("first");"#,
        &printed,
    ));
}

#[test]
fn what_entry_code_stores_may_come_back() {
    let entered = in_a_row("observable: all", "Main.saved = r;", SAVED)
        .replace("            do: Main.saved = r;\n", "")
        .replace("first: ,", "first: {entry: Main.saved = r;},");
    check_followed_or_not(&entered);
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
    check_followed_or_not(&asking("note()", "keep"));
    check_followed_or_not(&asking("count > 0", "silence Residual0"));
}

/// The condition, or action, of the only event that occurs. `more` declares members of `Main`,
/// `row` those of `Row`.
fn running(code: &str, [more, row]: [&str; 2], files: &str, decision: &str) {
    let main = format!(
        r"public class Main {{
    public static int count;
    {more}

    public static void main(String[] args) {{
        Row row = new Row();
        row.a();
        //  ^ {decision} a
    }}
}}"
    );
    let case = in_a_row("observable: all", "", &main)
        .replace("            do: \n", &format!("            {code}\n"));
    let case = case
        .replace("app.Row]", "app.Row, app.Level, app.Base]")
        .replace("public Row next;", row);
    let case = case.replace("    events:", "    variables: [int seen]\n    events:");
    let case = format!("{case}\n{files}");
    // Words may keep more.
    if decision == "keep" {
        check_followed_or_not(&case);
    } else {
        check(&case);
    }
}

#[test]
fn conversions_to_text_run_code_of_the_program() {
    let with = |body: &str, decision: &str| {
        let row = format!("public Row next; public String toString() {{ {body} return null; }}");
        running("when: '(\"x\" + r) == null'", ["", &row], "", decision);
        running("when: 'r.next + \"x\" == null'", ["", &row], "", decision);
    };
    with("Main.count++;", "keep");
    with("", "silence Residual0");
}

#[test]
fn functions_that_conditions_call_are_those_of_the_program() {
    let with = |function: &str, decision: &str| {
        let more = format!(
            "public static java.util.function.Supplier<Row> made = {function}; static Row note() {{ count++; return null; }}"
        );
        running(
            "when: Main.made.get() != null",
            [&more, "public Row next;"],
            "",
            decision,
        );
    };
    with("() -> { count++; return null; }", "keep");
    with("Main::note", "keep");
    with("() -> null", "silence Residual0");
}

#[test]
fn code_that_names_a_class_may_initialize_it() {
    let with = |body: &str, decision: &str| {
        let plain = ["", "public Row next;"];
        let level = format!(
            "//- app/Level.java\npackage app;\npublic class Level {{\n    public static int least = 3;\n{body}\n}}\n"
        );
        let base = "//- app/Base.java\npackage app;\npublic class Base {}\n";
        running(
            "when: Level.least > 5",
            plain,
            &(level.clone() + base),
            decision,
        );
        running(
            "do: seen = Level.least;",
            plain,
            &(level.clone() + base),
            decision,
        );
        running(
            "when: new Level() == null",
            plain,
            &(level.clone() + base),
            decision,
        );
        let base = base.replace("{}", &format!("{{ {body} }}"));
        let level = "//- app/Level.java\npackage app;\npublic class Level extends Base {\n    public static int least = 3;\n}\n";
        running(
            "when: Level.least > 5",
            plain,
            &(level.to_owned() + &base),
            decision,
        );
    };
    with("static { Main.count++; }", "keep");
    with("static int then = Main.count;", "keep");
    with(
        "static int then = 4; static { then++; }",
        "silence Residual0",
    );
    let kind = "//- app/Level.java\npackage app;\npublic enum Level { LOW, HIGH; }\n//- app/Base.java\npackage app;\npublic class Base {}\n";
    running(
        "when: Level.LOW != null",
        ["", "public Row next;"],
        kind,
        "silence Residual0",
    );
}

/// Monitors raise no events: what an initializer raises is lost if monitor code is the first to use
/// its class.
#[test]
fn code_that_names_a_class_whose_initializer_raises_events_stays() {
    let level = r"
//- app/Level.java
package app;
public class Level {
    public static int least = 3;
    static {
        new Row().b();
        //        ^ silence Residual0 b
    }
}
//- app/Base.java
package app;
public class Base {}
";
    running(
        "when: Level.least > 5",
        ["", "public Row next;"],
        level,
        "keep",
    );
    let more = "public static boolean ask() { return Level.least > 5; }";
    running(
        "when: Main.ask()",
        [more, "public Row next;"],
        level,
        "keep",
    );
}

/// A number is no anonymous class, whose binary name ends with one.
#[test]
fn numbers_name_no_class() {
    let more = "public static int asked; static final Base BASE = new Base() {};";
    let base = "//- app/Base.java\npackage app;\npublic class Base {\n    static int then = Main.count;\n}\n";
    let level = "//- app/Level.java\npackage app;\npublic class Level {}\n";
    let files = base.to_owned() + level;
    running(
        "do: seen = 1;",
        [more, "public Row next;"],
        &files,
        "silence Residual0",
    );
    running(
        "do: seen = Base.then;",
        [more, "public Row next;"],
        &files,
        "keep",
    );
}

#[test]
fn dollar_signs_belong_to_names() {
    let with = |body: &str, decision: &str| {
        let files = format!(
            "//- app/Of$Them.java\npackage app;\npublic class Of$Them {{\n    public Of$Them() {{ {body} }}\n}}\n//- app/Level.java\npackage app;\npublic class \
             Level {{}}\n//- app/Base.java\npackage app;\npublic class Base {{}}\n"
        );
        running(
            "when: new app.Of$Them() == null",
            ["", "public Row next;"],
            &files,
            decision,
        );
    };
    with("Main.count++;", "keep");
    with("", "silence Residual0");
}

/// An instance that is made later is made with another value.
#[test]
fn initial_values_that_an_operator_gives_are_computed() {
    let with = |value: &str, decision: &str| {
        let case = in_a_row("observable: all", "", SAVED).replace("            do: \n", "");
        let case = case.replace(
            "    events:",
            &format!("    variables: [int n = {value}]\n    events:"),
        );
        let case = case.replace(
            "Row row = new Row();\n        row.a();",
            "Row row = new Row();\n        row.b();",
        );
        let case = case
            .replace("^ keep a", "^ {decision} b")
            .replace("//    ^ keep b", "")
            .replace("//    ^ keep c", "");
        let case = case
            .replace("saved.b();", "")
            .replace("saved.c();", "row.a();\n            //  ^ {decision} a");
        let case = case.replace("{decision}", decision);
        check(&case);
    };
    with("-Main.saved.hashCode()", "keep");
    with("-(1 + 2)", "silence Residual0");
}

/// What is left of a property has the variables that it had.
#[test]
fn variables_keep_their_initial_values() {
    let case = in_a_row("observable: all", "Main.count++;", COUNTED)
        .replace("    events:", "    variables: [int limit = 3]\n    events:")
        .replace(
            "first -> second: b\n",
            "first -> second: b\n            when: limit > 2\n",
        );
    let analysis = analyze(&case, date::residual::Reduction::Nop);
    let [specification] = &analysis.specifications[..] else {
        panic!("one file of properties")
    };
    let contexts = &specification.residual.contexts;
    assert!(
        contexts
            .iter()
            .flat_map(|context| &context.variables)
            .any(|v| v.initial.is_some())
    );
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
    check_followed_or_not(&asking.replace("            do: \n", "            when: Main.ask()\n"));
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
    check_followed_or_not(&stored(
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
    check_followed_or_not(&stored(
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
