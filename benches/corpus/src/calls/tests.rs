//! Figures of programs that are small enough to count by hand.

use jvm::jdk::Jdk;

use super::{Row, Share, measure};
use crate::recall::Subject;

fn measured(text: &str) -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("package driver; import java.util.*; public class Driver {{ {text} }}");
    let subject = Subject::small(folder.path(), &text);
    measure(&subject, &Jdk::from_environment().expect("a JDK"), false).expect("figures")
}

#[test]
fn class_hierarchy_has_overrides_of_classes_that_are_never_made() {
    let row = measured(
        "interface Shape { int area(); }
         static class Square implements Shape { public int area() { return 1; } }
         static class Circle implements Shape { public int area() { return pi(); } static int pi() { return 3; } }
         public static void main(String[] a) { Shape s = new Square(); s.area(); }",
    );
    assert_eq!(
        row.reachable,
        (5, 3),
        "main, the constructor, area(); with Circle.area() and pi()"
    );
    assert_eq!(row.edges, (4, 2));
}

#[test]
fn class_hierarchy_has_functional_objects_made_later() {
    let row = measured(
        "interface Task { void go(); }
         static void run(Task task) { task.go(); }
         public static void main(String[] a) { run(null); Task t = () -> run(null); }",
    );
    assert_eq!(row.reachable.0, 3);
    assert_eq!(row.edges.0, 3, "run() twice, and the body of the lambda");
}

#[test]
fn collections_of_unlike_types_are_apart_by_type() {
    let row = measured(
        "public static void main(String[] a) {
             ArrayList<String> list = new ArrayList<>(); HashSet<String> set = new HashSet<>();
             list.add(\"a\"); set.add(\"b\"); list.size();
             for (String s : list) { s.length(); }
         }",
    );
    let collections = row.pairs[1];
    assert_eq!(
        (collections.sites, collections.by_type),
        (6, 6 + 1),
        "of list 4 calls, of set 2, the constructors among them"
    );
    assert!(
        collections.by_both <= collections.by_type.min(collections.by_objects),
        "{collections:?}"
    );
    assert_eq!(
        row.loops.own,
        Share {
            all: 1,
            alone: 1,
            alone_but_for_constants: 1
        }
    );
}

/// The figures of two loops over one object of a class of the program that is an iterator as well,
/// by its `iterator()`.
fn two_loops(body: &str) -> Share {
    let row = measured(&format!(
        "static class Numbers implements Iterable<Integer>, Iterator<Integer> {{
             static Iterator<Integer> kept = new Numbers();
             public Iterator<Integer> iterator() {{ {body} }}
             Iterator<Integer> make() {{ return new Numbers(); }}
             public boolean hasNext() {{ return false; }}
             public Integer next() {{ return null; }}
         }}
         public static void main(String[] a) {{
             Numbers numbers = new Numbers();
             for (Integer i : numbers) {{ i.intValue(); }}
             for (Integer i : numbers) {{ i.intValue(); }}
         }}",
    ));
    row.loops.own
}

#[test]
fn loops_over_one_collection_of_the_program_have_iterators_of_their_own() {
    assert_eq!(
        two_loops("return make();"),
        Share {
            all: 2,
            alone: 2,
            alone_but_for_constants: 2
        }
    );
}

#[test]
fn loops_over_what_callers_hand_in_are_counted_apart() {
    let row = measured(
        "static void all(List<Integer> given, List<Integer> other) {
             List<Integer> own = new ArrayList<>(given);
             List<Integer> same = given;
             for (Integer i : given) { i.intValue(); }
             for (Integer i : same) { i.intValue(); }
             for (Integer i : own) { i.intValue(); }
             other = own;
             for (Integer i : other) { i.intValue(); }
         }
         public static void main(String[] a) { all(new ArrayList<>(), new ArrayList<>()); }",
    );
    assert_eq!((row.loops.own.all, row.loops.given.all), (2, 2));
}

#[test]
fn loops_over_what_other_methods_give_are_counted_apart() {
    let row = measured(
        "static Map<String, List<Integer>> map = new HashMap<>();
         static List<Integer> given() { return new ArrayList<>(); }
         public static void main(String[] a) {
             for (Integer i : given()) { i.intValue(); }
             for (Integer i : given().subList(0, 0)) { i.intValue(); }
             for (Map.Entry<String, List<Integer>> e : map.entrySet()) {
                 for (Integer i : e.getValue()) { i.intValue(); }
             }
         }",
    );
    assert_eq!(
        (row.loops.own.all, row.loops.got.all, row.loops.given.all),
        (2, 2, 0)
    );
}

#[test]
fn iterator_that_is_kept_is_shared_by_the_loops_over_it() {
    let kept = "Iterator<Integer> it = kept; if (it == null) it = new Numbers(); return it;";
    assert_eq!(
        two_loops(kept),
        Share {
            all: 2,
            alone: 0,
            alone_but_for_constants: 0
        }
    );
}

#[test]
fn loops_over_views_of_empty_hashtables_share_a_constant_and_nothing_else() {
    let loops = |map: &str| {
        let body = format!(
            "public static void main(String[] a) {{
                 Map<String, String> map = new {map}<>();
                 map.put(\"a\", \"b\");
                 for (String s : map.keySet()) {{ s.length(); }}
                 for (String s : map.values()) {{ s.length(); }}
             }}"
        );
        measured(&body).loops.own
    };
    assert_eq!(
        loops("Hashtable"),
        Share {
            all: 2,
            alone: 0,
            alone_but_for_constants: 2
        }
    );
    assert_eq!(
        loops("HashMap"),
        Share {
            all: 2,
            alone: 2,
            alone_but_for_constants: 2
        }
    );
}
