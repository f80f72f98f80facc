//! What the residuals are able to show.

use date::residual::Reduction;

use crate::support::{analyze, check, removed};

/// A file must be open when it is read or closed.
pub const OPEN_READ_CLOSE: &str = r"
//- file.lrv
GLOBAL {
  FOREACH (Door d) {
    EVENTS {
      open(Door x) = {Door x.open()} where {d = x;}
      pass(Door x) = {Door x.pass()} where {d = x;}
      close(Door x) = {Door x.close()} where {d = x;}
    }
    PROPERTY doors {
      STATES { BAD { bad } NORMAL { opened } STARTING { closed } }
      TRANSITIONS {
        closed -> opened [open]
        closed -> bad [pass]
        opened -> closed [close]
      }
    }
  }
}
//- Door.java
class Door {
    void open() {}
    void pass() {}
    void close() {}
}
";

fn doors(main: &str) -> String {
    format!("{OPEN_READ_CLOSE}//- Main.java\n{main}")
}

#[test]
fn an_event_that_never_occurs_takes_its_transitions_along() {
    let case = doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        door.pass();
    }
}",
    );
    let removed = removed(&analyze(&case, Reduction::Residual0));
    assert_eq!(
        removed,
        [
            "closed open opened Residual0",
            "opened close closed Residual0"
        ]
    );
}

#[test]
fn an_object_that_is_never_passed_is_silent() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door unused = new Door();
        unused.open();
        //     ^^^^ silence Residual1 open
        unused.close();
        //     ^^^^^ silence Residual1 close
        Door door = new Door();
        if (args.length > 0) {
            door.open();
            //   ^^^^ keep open
        }
        door.pass();
        //   ^^^^ keep pass
        door.close();
        //   ^^^^^ silence Nop close
    }
}",
    ));
}

#[test]
fn control_flow_rules_violations_out() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        for (int i = 0; i < args.length; i++) {
            Door door = new Door();
            enter(door);
            door.close();
            //   ^^^^^ silence Residual2 close
        }
    }

    static void enter(Door door) {
        door.open();
        //   ^^^^ silence Residual2 open
        door.pass();
        //   ^^^^ silence Residual2 pass
    }
}",
    ));
}

#[test]
fn both_ways_of_a_branch_are_taken() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        if (args.length > 1) {
            door.open();
            //   ^^^^ keep open
        } else {
            System.out.println();
        }
        door.pass();
        //   ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn calls_and_returns_match() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door first = new Door();
        use(first, true);
        Door second = new Door();
        second.open();
        //     ^^^^ silence Residual0 open
        use(second, false);
    }

    static void use(Door door, boolean closed) {
        if (closed) {
            door.open();
            //   ^^^^ silence Residual0 open
        }
        help();
    }

    static void help() {}
}",
    ));
}
