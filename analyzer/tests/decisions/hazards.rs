//! What must not be concluded: one case for each way to be wrong.

use crate::residuals::OPEN_READ_CLOSE;
use crate::support::check;

fn doors(main: &str) -> String {
    format!("{OPEN_READ_CLOSE}//- Main.java\n{main}")
}

#[test]
fn the_same_variable_in_another_iteration_is_another_object() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        door.open();
        //   ^^^^ keep open
        for (int i = 0; i < 3; i++) {
            door.pass();
            //   ^^^^ keep pass
            door = new Door();
        }
    }
}",
    ));
}

#[test]
fn a_field_may_hold_another_object_than_before() {
    check(&doors(
        r"class Main {
    static Door door = new Door();

    public static void main(String[] args) {
        door.open();
        //   ^^^^ keep open
        change();
        door.pass();
        //   ^^^^ keep pass
    }

    static void change() {
        door = new Door();
    }
}",
    ));
}

#[test]
fn an_exception_leaves_every_call() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        String text = args[0];
        try {
            Integer.parseInt(text);
            door.open();
            //   ^^^^ keep open
        } catch (RuntimeException e) {
            System.out.println();
        }
        door.pass();
        //   ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn a_finally_block_runs_on_both_ways_out() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        try {
            Integer.parseInt(args[0]);
            door.open();
            //   ^^^^ keep open
        } finally {
            door.pass();
            //   ^^^^ keep pass
        }
    }
}",
    ));
}

#[test]
fn threads_interleave() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) throws Exception {
        Door door = new Door();
        door.open();
        //   ^^^^ keep open
        Thread other = new Thread(() -> door.close());
        //                                   ^^^^^ keep close
        other.start();
        door.pass();
        //   ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn library_code_calls_back() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        door.open();
        //   ^^^^ keep open
        java.util.List<String> list = new java.util.ArrayList<>();
        list.forEach(item -> door.close());
        //                        ^^^^^ keep close
        door.pass();
        //   ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn a_static_initializer_runs_without_a_visible_caller() {
    check(&doors(
        r"class Main {
    static final Door DOOR = new Door();

    public static void main(String[] args) {
        DOOR.open();
        //   ^^^^ keep open
        Other.touch();
        DOOR.pass();
        //   ^^^^ keep pass
    }
}

class Other {
    static {
        Main.DOOR.close();
        //        ^^^^^ keep close
    }

    static void touch() {}
}",
    ));
}

#[test]
fn an_override_runs_where_the_base_is_called() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        door.open();
        //   ^^^^ silence Nop open
        Visitor visitor = new Closer();
        visitor.visit(door);
        door.pass();
        //   ^^^^ keep pass
    }
}

interface Visitor {
    void visit(Door door);
}

class Closer implements Visitor {
    public void visit(Door door) {
        door.close();
        //   ^^^^^ silence Nop close
    }
}",
    ));
}

#[test]
fn an_object_found_in_a_collection_may_be_any_of_those_put_in() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        java.util.List<Door> doors = new java.util.ArrayList<>();
        Door door = new Door();
        door.open();
        //   ^^^^ keep open
        doors.add(door);
        for (Door each : doors) {
            each.close();
            //   ^^^^^ keep close
        }
        door.pass();
        //   ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn reflection_opens_the_program() {
    check(&doors(
        r#"class Main {
    public static void main(String[] args) throws Exception {
        Door door = new Door();
        door.open();
        //   ^^^^ keep open
        door.pass();
        //   ^^^^ keep pass
        Class.forName(args[0]).getMethod(args[1], Object.class).invoke(null, door);
    }

    public static void go(Object other) {
        ((Door) other).pass();
        //             ^^^^ keep pass
    }
}"#,
    ));
}

#[test]
fn a_class_whose_name_is_not_known_may_be_one_of_the_program() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) throws Exception {
        Class.forName(args[0]).getMethod(args[1], Door.class).invoke(null, new Door());
    }

    public static void go(Door other) {
        other.pass();
        //    ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn equal_objects_are_one_instance() {
    check(
        r"
//- keys.lrv
GLOBAL {
  FOREACH (Key k) {
    EVENTS {
      lock(Key x) = {Key x.lock()} where {k = x;}
      use(Key x) = {Key x.use()} where {k = x;}
    }
    PROPERTY keys {
      STATES { BAD { bad } NORMAL { locked } STARTING { free } }
      TRANSITIONS {
        free -> locked [lock]
        locked -> bad [use]
      }
    }
  }
}
//- Key.java
class Key {
    final int number;
    Key(int number) { this.number = number; }
    void lock() {}
    void use() {}
    public boolean equals(Object o) { return o instanceof Key && ((Key) o).number == number; }
    public int hashCode() { return number; }
}
//- Main.java
class Main {
    public static void main(String[] args) {
        new Key(1).lock();
        //         ^^^^ keep lock
        new Key(1).use();
        //         ^^^ keep use
    }
}
",
    );
}

const STORE: &str = r"
//- store.yaml
imports: [app.Store]
foreach:
  - parameters: [Object s]
    events:
      open: call Store.open(Object s)
      read: call Store.read(Object s)
    properties:
      store:
        states: {closed: initial, opened: , early: bad}
        transitions:
          - closed -> opened: open
          - closed -> early: read
//- app/Store.java
package app;
public class Store {
    public static void open(Object s) {}
    public static void read(Object s) {}
}
//- app/Main.java
package app;
";

#[test]
fn constants_are_objects() {
    check(&format!(
        "{STORE}{}",
        r#"class Main {
    static final String NAME = "a";

    public static void main(String[] args) {
        Store.open("a");
        //    ^^^^ keep open
        Store.read(NAME);
        //    ^^^^ keep read
        Store.read(Main.class);
        //    ^^^^ keep read
        Store.read("a" + args.length);
        //    ^^^^ keep read
        Store.read(args.length > 0 ? "b" : "c");
        //    ^^^^ keep read
    }
}"#
    ));
}

#[test]
fn a_lambda_is_the_same_object_each_time_or_not() {
    check(&format!(
        "{STORE}{}",
        r"class Main {
    public static void main(String[] args) {
        Store.open(make());
        //    ^^^^ keep open
        Store.read(make());
        //    ^^^^ keep read
    }

    static Runnable make() {
        return () -> {};
    }
}"
    ));
}
