//! Ways out of statements and calls other than their normal end.

use crate::residuals::OPEN_READ_CLOSE;
use crate::support::check;

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
