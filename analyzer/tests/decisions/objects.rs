//! Which objects are one, and which are not.

use crate::residuals::OPEN_READ_CLOSE;
use crate::support::check;

fn doors(main: &str) -> String {
    format!("{OPEN_READ_CLOSE}//- Main.java\n{main}")
}

/// A door for each argument; the last one is closed when it is passed.
const LAST_OF_A_LOOP: &str = r"class Main {
    public static void main(String[] args) {
        Door last = null;
        for (String arg : args) {
            Door door = new Door();
            door.open();
            //   ^^^^ silence Nop open
            if (last != null) {
                last.pass();
                //   ^^^^ keep pass
            }
            door.close();
            //   ^^^^^ silence Nop close
            last = door;
        }
    }
}";

#[test]
fn a_local_of_the_last_iteration_is_another_object_than_the_new_one() {
    check(&doors(LAST_OF_A_LOOP));
}

/// It is not followed from where it is made: nobody may have allocated it.
#[test]
fn a_local_of_the_last_iteration_is_another_object_where_there_may_be_copies() {
    let gates = LAST_OF_A_LOOP.replace("new Door()", "new Gate()");
    check(&doors(&format!(
        "class Gate extends Door implements Cloneable {{}}\n\n{gates}"
    )));
}

#[test]
fn a_local_of_another_activation_is_another_object() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        down(args.length, new Door());
    }

    static void down(int depth, Door above) {
        Door door = new Door();
        door.open();
        //   ^^^^ silence Nop open
        above.pass();
        //    ^^^^ keep pass
        door.close();
        //   ^^^^^ silence Nop close
        if (depth > 0) {
            down(depth - 1, door);
        }
    }
}",
    ));
}

#[test]
fn an_object_found_in_a_field_again_is_the_same() {
    check(&doors(
        r"class Main {
    Door door;

    public static void main(String[] args) {
        Main main = new Main();
        main.door = new Door();
        main.door.open();
        //        ^^^^ keep open
        main.door.close();
        //        ^^^^^ keep close
        main.door.pass();
        //        ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn a_field_may_hold_another_object_of_the_same_allocation() {
    check(&doors(
        r"class Main {
    static Door kept;

    public static void main(String[] args) {
        Door first = make();
        kept = first;
        kept = make();
        kept.open();
        //   ^^^^ keep open
        first.pass();
        //    ^^^^ keep pass
    }

    static Door make() {
        return new Door();
    }
}",
    ));
}

/// The method in between raises nothing itself.
#[test]
fn what_happens_in_callees_of_callees_happens() {
    check(&doors(
        r"class Main {
    static Door door;

    public static void main(String[] args) {
        door = new Door();
        door.open();
        //   ^^^^ keep open
        between();
        door.pass();
        //   ^^^^ keep pass
    }

    static void between() {
        below();
    }

    static void below() {
        door.close();
        //   ^^^^^ keep close
    }
}",
    ));
}

#[test]
fn what_a_function_has_captured_is_followed_into_it() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = new Door();
        Runnable close = () -> door.close();
        //                          ^^^^^ keep close
        door.open();
        //   ^^^^ keep open
        close.run();
        door.pass();
        //   ^^^^ keep pass
    }
}",
    ));
}

/// So many that they are not told apart by splitting paths.
#[test]
fn of_many_captured_objects_each_may_be_any() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door a = make(), b = make(), c = make(), d = make();
        Runnable use = () -> {
            a.open();
            //^^^^ keep open
            b.pass();
            //^^^^ keep pass
            c.open();
            //^^^^ silence Nop open
            d.open();
            //^^^^ silence Nop open
        };
        use.run();
    }

    static Door make() {
        return new Door();
    }
}",
    ));
}

/// A door is opened by one of two visitors.
const VISITED: &str = r"class Main {
    static Door kept;

    public static void main(String[] args) {
        Door door = new Door();
        Visitor visitor = args.length > 0 ? new Opener() : new Tourist();
        visitor.visit(door);
        door.pass();
        //   ^^^^ keep pass
    }
}

interface Visitor {
    void visit(Door door);
}

class Opener implements Visitor {
    public void visit(Door door) {
        door.open();
        //   ^^^^ keep open
    }
}

class Tourist implements Visitor {
    public void visit(Door door) {}
}";

#[test]
fn a_call_may_run_a_method_in_which_nothing_happens() {
    check(&doors(VISITED));
}

/// The door is in a field, too: only methods that may raise its events are looked at.
#[test]
fn a_call_may_run_a_method_that_raises_nothing() {
    check(&doors(
        &VISITED.replace("new Door();", "kept = new Door();"),
    ));
}

#[test]
fn a_copy_is_an_object_that_nobody_has_allocated() {
    check(&doors(
        r"class Gate extends Door implements Cloneable {
    Gate copy() throws CloneNotSupportedException {
        return (Gate) clone();
    }
}

class Main {
    public static void main(String[] args) throws CloneNotSupportedException {
        Gate gate = new Gate();
        gate.open();
        //   ^^^^ keep open
        Gate copy = gate.copy();
        copy.pass();
        //   ^^^^ keep pass
    }
}",
    ));
}

#[test]
fn an_object_that_is_returned_is_followed_to_the_callers() {
    check(&doors(
        r"class Main {
    public static void main(String[] args) {
        Door door = made();
        door.pass();
        //   ^^^^ keep pass
    }

    static Door made() {
        Door door = new Door();
        door.open();
        //   ^^^^ silence Nop open
        door.close();
        //   ^^^^^ silence Nop close
        return door;
    }
}",
    ));
}

#[test]
fn equality_may_be_inherited() {
    check(
        r"
//- keys.yaml
foreach:
  - parameters: [Key k by equals]
    events:
      lock: call Key.lock() target k
      use: call Key.use() target k
    properties:
      keys:
        states: {free: initial, locked: , bad: bad}
        transitions: [free -> locked: lock, locked -> bad: use]
//- Key.java
class Key {
    void lock() {}
    void use() {}
    public boolean equals(Object o) { return o instanceof Key; }
    public int hashCode() { return 0; }
}
//- Main.java
class Main extends Key {
    public static void main(String[] args) {
        new Main().lock();
        //         ^^^^ keep lock
        new Main().use();
        //         ^^^ keep use
    }
}
",
    );
}

/// Iterators of libraries have no `equals`, so each has an instance of its own, as with LARVA's keys.
#[test]
fn iterators_are_equal_to_themselves_alone() {
    check(
        r"
//- next.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i by equals]
    events:
      asked: call Iterator.hasNext() target i
      next: call Iterator.next() target i
    properties:
      has_next:
        states: {start: initial, asked: , bad: bad}
        transitions: [start -> asked: asked, asked -> start: next, start -> bad: next]
//- Main.java
import java.util.*;
class Main {
    public static void main(String[] args) {
        List<String> all = new ArrayList<>(List.of(args));
        Iterator<String> it = all.iterator();
        while (it.hasNext()) {
            //    ^^^^^^^ silence Residual2 asked
            it.next();
            // ^^^^ silence Residual2 next
        }
    }
}
",
    );
}

/// An iterator of the program may be equal to any other one.
#[test]
fn iterators_of_the_program_may_be_equal() {
    check(
        r"
//- next.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i by equals]
    events:
      asked: call Iterator.hasNext() target i
      next: call Iterator.next() target i
    properties:
      has_next:
        states: {start: initial, asked: , bad: bad}
        transitions: [start -> asked: asked, asked -> start: next, start -> bad: next]
//- Own.java
import java.util.*;
class Own implements Iterator<String> {
    public boolean hasNext() { return true; }
    public String next() { return null; }
    public boolean equals(Object other) { return other instanceof Iterator; }
    public int hashCode() { return 0; }
}
//- Main.java
import java.util.*;
class Main {
    public static void main(String[] args) {
        List<String> all = new ArrayList<>(List.of(args));
        Iterator<String> it = all.iterator();
        while (it.hasNext()) {
            //    ^^^^^^^ keep asked
            it.next();
            // ^^^^ keep next
        }
        Iterator<String> own = new Own();
        own.next();
        //  ^^^^ keep next
    }
}
",
    );
}

/// Equal objects are one instance, but `null` is none.
#[test]
fn keys_that_are_never_there_are_equal_to_none() {
    check(
        r"
//- keys.yaml
foreach:
  - parameters: [Key k by equals]
    events:
      lock: call Key.lock() target k
      use: call Key.use() target k
    properties:
      keys:
        states: {free: initial, locked: , bad: bad}
        transitions: [free -> locked: lock, locked -> bad: use]
//- Key.java
class Key {
    void lock() {}
    void use() {}
    public boolean equals(Object o) { return o instanceof Key; }
    public int hashCode() { return 0; }
}
//- Gold.java
class Gold extends Key {}
//- Main.java
class Main {
    static Key held;
    public static void main(String[] args) {
        held = new Key();
        held.use();
        //   ^^^ silence Residual0 use
        if (held instanceof Gold) {
            Gold gold = (Gold) held;
            gold.lock();
            //   ^^^^ silence Residual0 lock
        }
    }
}
",
    );
}

/// A string needs no `new` to be there. It stays.
#[test]
fn keys_of_values_may_be_there_without_an_object() {
    check(
        r#"
//- names.yaml
foreach:
  - parameters: [String s by equals]
    events:
      note: call Main.note(String s)
      use: call Main.use(String s)
    properties:
      names:
        states: {free: initial, noted: , bad: bad}
        transitions: [free -> noted: note, noted -> bad: use]
//- Main.java
class Main {
    static void note(String s) {}
    static void use(String s) {}
    public static void main(String[] args) {
        Main.note("a");
        //   ^^^^ keep note
        Main.use("a" + 1);
        //   ^^^ keep use
    }
}
"#,
    );
}
