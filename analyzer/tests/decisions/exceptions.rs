//! Ways out of statements and calls other than their normal end.

use date::residual::Reduction;

use crate::residuals::OPEN_READ_CLOSE;
use crate::support::{analyze, check};

fn doors(main: &str) -> String {
    format!("{OPEN_READ_CLOSE}//- Main.java\n{main}")
}

/// In `main` the statements with a closed `door`.
fn within(statements: &str) -> String {
    doors(&format!(
        "class Main {{\n    int value;\n    static Main none;\n    public static void main(String[] args) {{\n        \
         Door door = new Door();\n{statements}    }}\n}}"
    ))
}

#[test]
fn a_statement_without_a_call_may_throw() {
    check(&within(
        r"        try {
            int value = none.value;
            door.open();
            //   ^^^^ keep open
        } catch (NullPointerException e) {
            System.out.println();
        }
        door.pass();
        //   ^^^^ keep pass
",
    ));
}

#[test]
fn an_exception_passes_handlers_that_do_not_fit() {
    check(&within(
        r"        try {
            Integer.parseInt(args[0]);
            door.open();
            //   ^^^^ keep open
        } catch (IllegalStateException e) {
            door.open();
            //   ^^^^ keep open
        } catch (IllegalArgumentException e) {}
        door.pass();
        //   ^^^^ keep pass
",
    ));
}

/// Where the call throws, the local is the door that it was.
#[test]
fn a_local_is_assigned_when_the_call_returns() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        try {
            door = opened(args);
        } catch (RuntimeException e) {
            System.out.println();
        }
        door.pass();
        //   ^^^^ keep pass
    }

    static Door opened(String[] args) {
        Integer.parseInt(args[0]);
        Door door = new Door();
        door.open();
        //   ^^^^ keep open
        return door;
    }
}",
    ));
}

#[test]
fn an_exception_passes_the_only_handler() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        try {
            enter(door, args);
        } catch (RuntimeException e) {
            System.out.println();
        }
        door.pass();
        //   ^^^^ keep pass
    }

    static void enter(Door door, String[] args) {
        try {
            Integer.parseInt(args[0]);
        } catch (IllegalStateException e) {
            System.out.println();
        }
        door.open();
        //   ^^^^ keep open
    }
}",
    ));
}

/// Arming and firing of one gun; `clause` ends the pattern of `arm`.
fn guns(clause: &str, gun: &str, main: &str) -> String {
    format!(
        r"
//- gun.yaml
imports: [Gun]
foreach:
  - parameters: [Gun g]
    events:
      arm: call Gun.arm() target g{clause}
      fire: call Gun.fire() target g
    properties:
      guns:
        states: {{safe: initial, armed: , bad: bad}}
        transitions:
          - safe -> armed: arm
          - armed -> bad: fire
//- Gun.java
{gun}
//- Main.java
class Main {{
    public static void main(String[] args) {{
        Gun gun = new Gun();
{main}
    }}
}}"
    )
}

const FAILING: &str = "class Gun {
    void arm() { throw new IllegalStateException(); }
    void fire() {}
}";

#[test]
fn what_comes_before_a_call_has_happened_when_it_throws() {
    check(&guns(
        "",
        FAILING,
        r"        try {
            gun.arm();
            //  ^^^ keep arm
        } catch (IllegalStateException e) {
            gun.fire();
            //  ^^^^ keep fire
        }",
    ));
}

/// A gun must be armed when it is fired.
#[test]
fn what_comes_behind_a_call_has_not_happened_when_it_throws() {
    let case = guns(
        " returning",
        &FAILING.replace(
            "throw new IllegalStateException();",
            r#"Integer.parseInt("?");"#,
        ),
        r"        try {
            gun.arm();
            //  ^^^ keep arm
        } catch (IllegalArgumentException e) {
            System.out.println();
        }
        gun.fire();
        //  ^^^^ keep fire",
    );
    check(&case.replace("armed -> bad: fire", "safe -> bad: fire"));
}

#[test]
fn what_a_failure_raises_happens_when_a_call_throws() {
    check(&guns(
        " throwing",
        FAILING,
        r"        try {
            gun.arm();
            //  ^^^ keep arm
        } catch (IllegalStateException e) {
            gun.fire();
            //  ^^^^ keep fire
        }",
    ));
}

#[test]
fn what_is_caught_is_what_was_thrown() {
    check(&guns(
        "",
        "class Gun extends RuntimeException {
    void arm() {}
    void fire() {}
}",
        r"        gun.arm();
        //  ^^^ keep arm
        try {
            throw gun;
        } catch (Gun caught) {
            caught.fire();
            //     ^^^^ keep fire
        }",
    ));
}

/// `pass` has to come before `end`: whatever does not is bad. `clause` ends the pattern of `pass`.
fn ends(clause: &str, main: &str) -> String {
    format!(
        "
//- end.yaml
imports: [Door, Main]
events:
  pass: {clause}
  end: call Main.end()
properties:
  ends:
    states: {{waiting: initial, passed: , bad: bad}}
    transitions: [waiting -> passed: pass, waiting -> bad: end]
//- Door.java
class Door {{
    int count;
    void pass() {{}}
    void enter() {{
        try {{
            pass();
        }} catch (NullPointerException e) {{}}
        Main.end();
    }}
}}
//- Main.java
class Main {{
    static Door held;

    static void end() {{}}

    public static void main(String[] args) {{
{main}
    }}
}}"
    )
}

/// Says which events of the one property stay monitored.
fn kept(case: &str) -> Vec<String> {
    let analysis = analyze(case, Reduction::LAST);
    let specification = &analysis.specifications[0];
    let rows = specification.properties[0].generators.iter();
    let kept = rows.filter(|row| row.silenced_by.is_none());
    kept.map(|row| specification.original.events[row.event].name.clone())
        .collect()
}

const NOTHING: [&str; 0] = [];

/// A call on null throws, and no event with a target has happened.
#[test]
fn calls_on_null_raise_no_event_with_a_target() {
    let held = "Door door = held; try { door.pass(); } catch (NullPointerException e) {} end();";
    assert_eq!(kept(&ends("call Door.pass()", held)), NOTHING);
    for clause in [
        "call Door.pass() target Door",
        "call Door.pass() target Door d",
    ] {
        assert_eq!(kept(&ends(clause, held)), ["pass", "end"], "{clause}");
        // Where the exception is not caught, there is no end.
        assert_eq!(kept(&ends(clause, "held.pass(); end();")), NOTHING);
        let own =
            "Door door = new Door(); try { door.pass(); } catch (NullPointerException e) {} end();";
        assert_eq!(kept(&ends(clause, own)), NOTHING, "{clause}");
        assert_eq!(kept(&ends(clause, "new Door().enter();")), NOTHING);
    }
}

/// An exception that a call on null throws ends no call with a target.
#[test]
fn exceptions_of_calls_on_null_have_no_target() {
    let held =
        "Door door = held; try { door.pass(); return; } catch (NullPointerException e) {} end();";
    assert_eq!(kept(&ends("call Door.pass() throwing", held)), NOTHING);
    let clause = "call Door.pass() target Door throwing";
    assert_eq!(kept(&ends(clause, held)), ["pass", "end"]);
    let own = "Door door = new Door(); try { door.pass(); return; } catch (NullPointerException e) {} end();";
    assert_eq!(kept(&ends(clause, own)), NOTHING);
}

#[test]
fn reads_and_writes_of_null_raise_no_event_with_a_target() {
    for (clause, access) in [
        ("get Door.count", "int n = door.count;"),
        ("set Door.count", "door.count = three;"),
    ] {
        let held = format!(
            "int three = 3; Door door = held; try {{ {access} }} catch (NullPointerException e) {{}} end();"
        );
        assert_eq!(kept(&ends(clause, &held)), NOTHING);
        let clause = format!("{clause} target Door");
        assert_eq!(kept(&ends(&clause, &held)), ["pass", "end"]);
        let own = held.replace("= held", "= new Door()");
        assert_eq!(kept(&ends(&clause, &own)), NOTHING);
    }
}

/// The receiver of a call tells nothing of its argument.
#[test]
fn calls_on_null_name_no_argument() {
    let case = guns(
        "",
        "class Gun {
    void fire() {}
}
class Belt {
    void put(Gun g) {}
}",
        r"        Belt belt = args.length == 0 ? null : new Belt();
        try {
            belt.put(gun);
            //   ^^^ keep arm
        } catch (NullPointerException e) {}
        gun.fire();
        //  ^^^^ keep fire",
    );
    let case = case.replace("call Gun.arm() target g", "call Belt.put(g) target Belt");
    let case = case.replace("imports: [Gun]", "imports: [Gun, Belt]");
    check(&case.replace("armed -> bad: fire", "safe -> bad: fire"));
    let without = case
        .replace("keep", "silence Residual2")
        .replace(" target Belt", "");
    check(&without.replace("armed -> bad: fire", "safe -> bad: fire"));
}
