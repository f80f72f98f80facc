//! Properties of several objects together.

use jvm::jdk::Jdk;

use crate::support::check;

/// A collection does not change while it is iterated.
const UNCHANGED: &str = r"
//- unchanged.yaml
imports: [java.util.Collection, java.util.Iterator]
foreach:
  - parameters: [Collection c, Iterator i]
    creation: slicing
    events:
      iterate: call Collection+.iterator() target c returning (i)
      change: {any-of: [call Collection+.add(..) target c returning, call Collection+.clear() target c returning]}
      use: call Iterator+.next() target i
    properties:
      unchanged:
        states: {fresh: initial, iterating: , stale: , error: bad}
        transitions:
          - fresh -> iterating: iterate
          - iterating -> stale: change
          - stale -> error: use
//- Main.java
import java.util.*;
";

pub fn unchanged(main: &str) -> String {
    format!("{UNCHANGED}{main}")
}

#[test]
fn loops_that_change_nothing_are_silent_and_so_are_collections_that_nobody_iterates() {
    check(&unchanged(
        r"class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        list.add(args[0]);
        //   ^^^ silence Residual2 change
        for (String s : list) {
    //  ^^^ silence Residual2 iterate
    //  ^^^ silence Residual2 use
            s.trim();
        }
        list.clear();
        //   ^^^^^ silence Residual2 change
        List<String> other = new ArrayList<>();
        other.add(args[1]);
        //    ^^^ silence Residual1 change
    }
}",
    ));
}

#[test]
fn changes_in_what_a_loop_calls_are_heard() {
    check(&unchanged(
        r"class Main {
    static List<String> list = new ArrayList<>();
    public static void main(String[] args) {
        for (String s : list) {
    //  ^^^ keep iterate
    //  ^^^ keep use
            helper(s);
        }
    }
    static void helper(String s) { further(s); }
    static void further(String s) {
        list.add(s);
        //   ^^^ keep change
    }
}",
    ));
}

#[test]
fn changes_of_other_collections_are_not() {
    check(&unchanged(
        r"class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>(), copy = new ArrayList<>();
        for (String s : list) {
    //  ^^^ silence Residual1 iterate
    //  ^^^ silence Residual1 use
            copy.add(s);
            //   ^^^ silence Residual1 change
        }
    }
}",
    ));
}

/// The library knows the list, and what it gives out for a map of a class of the program is a view
/// all the same.
#[test]
fn changes_of_escaped_lists_are_no_changes_of_views_of_inherited_maps() {
    for map in [
        "HashMap<Object, Object>",
        "TreeMap<Object, Object>",
        "Hashtable<Object, Object>",
        "WeakHashMap<Object, Object>",
        "IdentityHashMap<Object, Object>",
        "java.util.concurrent.ConcurrentHashMap<Object, Object>",
        "java.util.concurrent.ConcurrentSkipListMap<Object, Object>",
        "Properties",
    ] {
        for view in ["keySet", "values", "entrySet"] {
            check(&unchanged(&format!(
                r"class Main {{
    public static void main(String[] args) {{
        List<Object> list = new ArrayList<>();
        Collection<Object> view = new HashSet<>();
        new EventObject(list);
        new EventObject(view);
        for (Object a : new Own().{view}()) {{
    //  ^^^ silence Residual1 iterate
    //  ^^^ silence Residual1 use
            list.add(a);
            //   ^^^ silence Residual1 change
            view.add(a);
            //   ^^^ silence Residual1 change
        }}
    }}
}}
class Own extends {map} {{}}"
            )));
        }
    }
}

/// What gives out the view may be of the program: `navigableKeySet` is asked by `keySet`, and so is
/// `sequencedKeySet` from JDK 21 on.
#[test]
fn views_of_inherited_maps_may_be_what_a_method_of_the_program_gives() {
    let is_sequenced = Jdk::from_environment().is_ok_and(|jdk| jdk.release() >= 21);
    let cases = [
        ("TreeMap", "NavigableSet<Object> navigableKeySet", "keySet"),
        ("LinkedHashMap", "TreeSet<Object> sequencedKeySet", "keySet"),
        ("LinkedHashMap", "TreeSet<Object> sequencedValues", "values"),
        (
            "LinkedHashMap",
            "TreeSet<Map.Entry<Object, Object>> sequencedEntrySet",
            "entrySet",
        ),
    ];
    for (map, asked, view) in cases
        .into_iter()
        .filter(|(map, ..)| *map == "TreeMap" || is_sequenced)
    {
        check(&unchanged(&format!(
            r"class Main {{
    public static void main(String[] args) {{
        for (Object a : new Own().{view}()) {{
    //  ^^^ keep iterate
    //  ^^^ keep use
            Own.held.add(a);
            //       ^^^ keep change
        }}
    }}
}}
class Own extends {map}<Object, Object> {{
    static TreeSet held = new TreeSet();
    public {asked}() {{ return held; }}
}}"
        )));
    }
}

#[test]
fn changes_by_other_threads_come_at_any_time() {
    check(&unchanged(
        r"class Main {
    static List<String> list = new ArrayList<>();
    public static void main(String[] args) {
        new Thread(() -> list.add(args[0])).start();
        //                    ^^^ keep change
        for (String s : list) {
    //  ^^^ keep iterate
    //  ^^^ keep use
            s.trim();
        }
    }
}",
    ));
}

#[test]
fn iterators_that_are_handed_on_are_followed() {
    check(&unchanged(
        r"class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        Iterator<String> it = first(list);
        list.add(args[0]);
        //   ^^^ keep change
        last(it);
    }
    static Iterator<String> first(List<String> list) {
        return list.iterator();
        //          ^^^^^^^^ keep iterate
    }
    static void last(Iterator<String> it) {
        it.next();
        // ^^^^ keep use
    }
}",
    ));
}

#[test]
fn iterators_in_fields_are_used_at_any_time() {
    check(&unchanged(
        r"class Main {
    static Iterator<String> it;
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        it = list.iterator();
        //        ^^^^^^^^ keep iterate
        list.add(args[0]);
        //   ^^^ keep change
        it.next();
        // ^^^^ keep use
    }
}",
    ));
}

#[test]
fn changes_before_the_iterator_are_none_of_its_business() {
    check(&unchanged(
        r"class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        for (String a : args) {
            list.add(a);
            //   ^^^ silence Residual2 change
            Iterator<String> it = list.iterator();
            //                         ^^^^^^^^ silence Residual2 iterate
            it.next();
            // ^^^^ silence Residual2 use
        }
    }
}",
    ));
}

#[test]
fn iterator_that_outlives_an_iteration_sees_the_changes_of_the_next() {
    check(&unchanged(
        r"class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        Iterator<String> it = null;
        for (String a : args) {
            if (it == null) {
                it = list.iterator();
                //        ^^^^^^^^ keep iterate
            } else {
                it.next();
                // ^^^^ keep use
            }
            list.add(a);
            //   ^^^ keep change
        }
    }
}",
    ));
}

#[test]
fn changes_by_the_thread_that_has_started_the_iterating_one_come_at_any_time() {
    check(&unchanged(
        r"class Main {
    static List<String> list = new ArrayList<>();
    public static void main(String[] args) {
        new Thread(() -> {
            for (String s : list) {
        //  ^^^ keep iterate
        //  ^^^ keep use
                s.trim();
            }
        }).start();
        list.add(args[0]);
        //   ^^^ keep change
    }
}",
    ));
}

#[test]
fn values_are_the_same_wherever_they_come_from() {
    for (parameters, creation, opening) in [
        ("int k", "any-event", "f"),
        ("int k, int j", "slicing", "h"),
    ] {
        check(&format!(
            r"
//- values.yaml
foreach:
  - parameters: [{parameters}]
    creation: {creation}
    events:
      f: call Main.f(int k)
      h: call Main.h(int k, int {})
    properties:
      once: {{states: {{zero: initial, one: , two: bad}}, transitions: [zero -> one: {opening}, one -> two: f]}}
//- Main.java
class Main {{
    static void f(int k) {{}}
    static void h(int k, int j) {{}}
    public static void main(String[] args) {{
        Main.h(1, 1);
        //   {}
        Main.f(1);
        //   ^ keep f
        Main.f(args.length);
        //   ^ keep f
    }}
}}",
            if opening == "h" { "j" } else { "other" },
            if opening == "h" { "^ keep h" } else { "" },
        ));
    }
}

/// A door and who uses it.
fn doors(property: &str, main: &str) -> String {
    format!(
        r"
//- doors.yaml
foreach:
  - parameters: [Door d, Guest g]
    creation: slicing
    events:
      enter: call Door.enter(Guest g) target d
      make: call Door.make() target d returning (Guest g)
      lock: call Door.lock() target d
    properties:
      p: {{states: {{q0: initial, q1: , err: bad}}, transitions: [{property}]}}
//- Door.java
class Guest {{}}
class Door {{ void enter(Guest g) {{}} Guest make() {{ return new Guest(); }} void lock() {{}} }}
//- Main.java
class Main {{
    public static void main(String[] args) {{
        Door d = new Door();
{main}
    }}
}}"
    )
}

#[test]
fn each_partner_makes_an_instance_of_its_own() {
    check(&doors(
        "q0 -> err: enter",
        r"
        Guest first = new Guest(), second = new Guest();
        d.enter(first);
        //^^^^^ keep enter
        d.enter(second);
        //^^^^^ keep enter",
    ));
    check(&doors(
        "q0 -> q1: enter, q1 -> err: lock",
        r"
        if (args.length > 0) {
            Guest first = new Guest();
            d.enter(first);
            //^^^^^ keep enter
        }
        Guest second = new Guest();
        d.enter(second);
        //^^^^^ keep enter
        d.lock();
        //^^^^ keep lock",
    ));
    check(&doors(
        "q0 -> q1: lock, q1 -> err: enter, q0 -> err: make",
        r"
        d.lock();
        //^^^^ keep lock
        Guest made = d.make();
        //             ^^^^ silence Residual2 make
        Guest other = new Guest();
        d.enter(other);
        //^^^^^ keep enter",
    ));
}

#[test]
fn events_that_name_no_object_may_come_from_any_thread() {
    check(
        r"
//- tick.yaml
imports: [java.util.Collection, java.util.Iterator]
foreach:
  - parameters: [Collection c, Iterator i]
    creation: slicing
    events:
      iterate: call Collection+.iterator() target c returning (i)
      tick: call Main.tick()
      use: call Iterator+.next() target i
    properties:
      ticks:
        states: {fresh: initial, iterating: , stale: , error: bad}
        transitions:
          - fresh -> iterating: iterate
          - iterating -> stale: tick
          - stale -> error: use
//- Main.java
import java.util.*;
class Main {
    static void tick() {}
    public static void main(String[] args) {
        new Thread(() -> Main.tick()).start();
        //                    ^^^^ keep tick
        List<String> list = new ArrayList<>();
        for (String s : list) {
    //  ^^^ keep iterate
    //  ^^^ keep use
            s.trim();
        }
    }
}",
    );
}

/// A map does not change while one of its views is iterated.
const VIEWS: &str = r"
//- views.yaml
imports: [java.util.Map, java.util.Collection, java.util.Iterator]
foreach:
  - parameters: [Map m, Collection v, Iterator i]
    creation: slicing
    events:
      view: call Map+.values() target m returning (v)
      iterate: call Collection+.iterator() target v returning (i)
      change: call Map+.put(..) target m
      use: call Iterator+.next() target i
    properties:
      views:
        states: {fresh: initial, viewed: , iterating: , stale: , error: bad}
        transitions:
          - fresh -> viewed: view
          - viewed -> iterating: iterate
          - iterating -> stale: change
          - stale -> error: use
//- Main.java
import java.util.*;
";

/// A map, a view of it and an iterator of the view: the change names neither the view nor the
/// iterator.
#[test]
fn a_partner_of_a_partner_belongs_to_the_combination() {
    check(&format!(
        "{VIEWS}{}",
        r"class Main {
    public static void main(String[] args) {
        Map<String, String> map = new HashMap<>();
        Collection<String> view = map.values();
        //                            ^^^^^^ keep view
        Iterator<String> it = view.iterator();
        //                         ^^^^^^^^ keep iterate
        map.put(args[0], args[0]);
        //  ^^^ keep change
        it.next();
        // ^^^^ keep use
    }
}"
    ));
}

/// What changes is never the map whose values are iterated: the order on each of them is what
/// counts.
#[test]
fn maps_are_told_apart_by_their_views() {
    check(&format!(
        "{VIEWS}{}",
        r"class Main {
    static final Map<String, String> from = new HashMap<>();
    static final Map<String, String> to = new HashMap<>();

    public static void main(String[] args) {
        from.put(args[0], args[1]);
        //   ^^^ silence Residual2 change
        for (String value : from.values()) {
    //  ^^^ silence Residual2 iterate
    //  ^^^ silence Residual2 use
    //                           ^^^^^^ silence Residual2 view
            to.put(value, value);
            // ^^^ silence Residual1 change
        }
    }
}"
    ));
}

/// An instance of the collection alone moves; the one with the iterator starts from its state.
#[test]
fn what_happens_before_an_object_is_made_moves_its_instance() {
    let early = UNCHANGED.replace("fresh -> iterating: iterate", "fresh -> changed: change");
    let early = early.replace("iterating -> stale: change", "changed -> stale: iterate");
    let early = early.replace("iterating: ,", "changed: ,");
    check(&format!(
        "{early}{}",
        r"class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        list.add(args[0]);
        //   ^^^ keep change
        Iterator<String> it = list.iterator();
        //                         ^^^^^^^^ keep iterate
        it.next();
        // ^^^^ keep use
    }
}"
    ));
}
