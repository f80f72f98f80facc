//! Objects that the library makes: each call of `iterator()` gives another.

use crate::support::check;

/// `next` only after `hasNext` has said so.
const HAS_NEXT: &str = r"
//- iterator.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      more: call Iterator.hasNext() target i
      take: call Iterator.next() target i
    properties:
      iterators:
        states: {unknown: initial, asked: , bad: bad}
        transitions:
          - unknown -> asked: more
          - unknown -> bad: take
          - asked -> unknown: take
          - asked -> asked: more
";

fn iterators(main: &str) -> String {
    format!("{HAS_NEXT}//- Main.java\nimport java.util.*;\n{main}")
}

#[test]
fn loops_over_collections_need_no_monitor() {
    check(&iterators(
        r"class Main {
    static final List<String> FIELD = new ArrayList<>();

    public static void main(String[] args) {
        List<String> local = new LinkedList<>(Arrays.asList(args));
        for (String a : local) {
//      ^^^ silence Residual2 more
//      ^^^ silence Residual2 take
            for (String b : FIELD) {
//          ^^^ silence Residual2 more
//          ^^^ silence Residual2 take
            }
        }
    }
}",
    ));
}

#[test]
fn an_iterator_that_is_not_asked_stays_monitored() {
    check(&iterators(
        r"class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        Iterator<String> first = list.iterator();
        first.next();
        //    ^^^^ keep take
        Iterator<String> second = list.iterator();
        while (second.hasNext()) {
            //        ^^^^^^^ silence Residual2 more
            second.next();
            //     ^^^^ silence Residual2 take
        }
    }
}",
    ));
}

#[test]
fn an_iterator_kept_in_a_field_stays_monitored() {
    check(&iterators(
        r"class Main {
    static Iterator<String> kept;

    public static void main(String[] args) {
        kept = new ArrayList<String>().iterator();
        kept.hasNext();
        //   ^^^^^^^ keep more
        use();
        use();
    }

    static void use() {
        kept.next();
        //   ^^^^ keep take
    }
}",
    ));
}

/// `unordered` makes a new stream the first time and gives back the same one the second time.
#[test]
fn a_call_that_makes_an_object_may_give_back_an_old_one() {
    check(
        r"
//- stream.yaml
imports: [java.util.stream.Stream]
foreach:
  - parameters: [Stream s]
    events:
      leave: call Stream.count() target s
      use: call Stream.isParallel() target s
    properties:
      streams:
        states: {unused: initial, used: , left: , bad: bad}
        transitions:
          - unused -> left: leave
          - unused -> used: use
          - used -> bad: use
//- Main.java
import java.util.*;
import java.util.stream.*;

class Main {
    public static void main(String[] args) {
        Stream<String> stream = new ArrayList<String>().stream();
        stream.count();
        //     ^^^^^ keep leave
        for (String arg : args) {
            stream = stream.unordered();
            stream.isParallel();
            //     ^^^^^^^^^^ keep use
        }
    }
}",
    );
}

/// Each gives back the text itself where there is nothing to change.
#[test]
fn a_text_may_be_what_the_library_makes_of_it() {
    let case = r"
//- text.yaml
imports: [Main]
foreach:
  - parameters: [Object text]
    events:
      take: call Main.take(Object text)
      read: call Main.read(Object text)
    properties:
      texts:
        states: {unknown: initial, taken: , bad: bad}
        transitions:
          - unknown -> taken: take
          - taken -> bad: read
//- Main.java
class Main {
    public static void main(String[] args) {
        String text = new String(args[0]);
        take(text);
//      ^^^^ keep take
        read(text.trim());
//      ^^^^ keep read
    }

    static void take(Object text) {}

    static void read(Object text) {}
}";
    for call in [
        "trim()",
        "strip()",
        "intern()",
        "concat(args[1])",
        "substring(0)",
        "replace('a', 'a')",
        "toString()",
    ] {
        check(&case.replace("trim()", call));
    }
}

#[test]
fn the_iterator_that_empty_collections_share_is_never_asked_for_more() {
    check(&iterators(
        r"class Main {
    public static void main(String[] args) {
        List<String> list = args.length > 0 ? new ArrayList<>() : Collections.emptyList();
        for (String a : list) {
//      ^^^ silence Residual2 more
//      ^^^ silence Residual2 take
        }
        Iterator<String> it = Collections.emptyIterator();
        while (it.hasNext()) {
            //    ^^^^^^^ silence Residual1 more
            it.next();
            // ^^^^ silence Residual0 take
        }
    }
}",
    ));
}

/// The iterator over nothing is taken from without a question: so questions to it matter, wherever
/// it may come from. Each view of a hashtable gives it out; views of other maps have iterators of
/// their own.
#[test]
fn only_views_of_hashtables_share_the_iterator_over_nothing() {
    let classes = "class Own extends HashMap<String, String> {}\nclass Table extends Hashtable<String, String> {}";
    for (map, is_shared) in [
        ("HashMap<>()", false),
        ("LinkedHashMap<>()", false),
        ("TreeMap<>()", false),
        ("java.util.concurrent.ConcurrentHashMap<>()", false),
        ("Own()", false),
        ("Hashtable<>()", true),
        ("Table()", true),
    ] {
        for view in ["keySet", "values", "entrySet"] {
            let decision = if is_shared {
                "keep"
            } else {
                "silence Residual2"
            };
            check(&iterators(&format!(
                r"class Main {{
    public static void main(String[] args) {{
        Map<String, String> map = new {map};
        for (Object a : map.{view}()) {{
//      ^^^ {decision} more
//      ^^^ silence Residual2 take
        }}
        Collections.emptyIterator().next();
        //                          ^^^^ keep take
    }}
}}
{classes}"
            )));
        }
    }
}

/// As [`HAS_NEXT`], where only a yes counts.
fn answered(main: &str) -> String {
    let property = HAS_NEXT
        .replace(
            "more: call Iterator.hasNext() target i",
            "more: call Iterator.hasNext() target i returning (boolean yes)",
        )
        .replace(
            "unknown -> asked: more",
            "unknown -> asked: more\n            when: yes",
        )
        .replace(
            "asked -> asked: more",
            "asked -> asked: more\n            when: yes",
        );
    format!("{property}//- Main.java\nimport java.util.*;\n{main}")
}

/// The iterator over nothing says no. A no moves nothing here, so a loop whose iterator may be that
/// one does not depend on what others do with it.
#[test]
fn a_no_of_the_iterator_over_nothing_keeps_no_loop() {
    check(&answered(
        r#"class Main {
    public static void main(String[] args) {
        List<String> list = args.length > 0 ? new ArrayList<>() : Collections.emptyList();
        for (String a : list) {
//      ^^^ silence Residual2 more
//      ^^^ silence Residual2 take
        }
        Collections.emptyIterator().next();
        //                          ^^^^ keep take
    }
}"#,
    ));
}

#[test]
fn an_iterator_of_a_library_may_say_yes() {
    check(&answered(
        r#"class Main {
    public static void main(String[] args) {
        Iterator<?> it = (Iterator<?>) System.getProperties().get("it");
        while (it.hasNext()) it.next();
        //        ^^^^^^^ keep more
        //                      ^^^^ keep take
        Iterator<?> other = (Iterator<?>) System.getProperties().get("other");
        other.next();
        //    ^^^^ keep take
    }
}"#,
    ));
}

/// Taking an element is a violation, whoever is asked.
fn takes(main: &str) -> String {
    let property = r"
//- iterator.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      take: call Iterator.next() target i
    properties:
      takes: {states: {fresh: initial, bad: bad}, transitions: [fresh -> bad: take]}
";
    let opening = "class Main { public static void main(String[] args) { Iterator<String> it = Collections.emptyIterator();";
    format!("{property}//- Main.java\nimport java.util.*;\n{opening}\n{main}\n}} }}")
}

#[test]
fn only_a_true_answer_of_the_same_iterator_rules_the_shared_one_out() {
    for (guard, is_answered) in [
        ("if (it.hasNext())", true),
        ("while (it.hasNext())", true),
        ("boolean more = it.hasNext(); if (more)", true),
        ("if (args.length > 0)", false),
        ("if (!it.hasNext())", false),
        ("if (it.hasNext() || args.length > 0)", false),
        (
            "boolean more = new ArrayList<>(List.of(args)).iterator().hasNext(); if (more)",
            false,
        ),
        (
            "boolean more = it.hasNext(); more = args.length > 0; if (more)",
            false,
        ),
        (
            "boolean more = it.hasNext(); it = Collections.emptyIterator(); if (more)",
            false,
        ),
    ] {
        let decision = if is_answered {
            "silence Residual0"
        } else {
            "keep"
        };
        check(&takes(&format!(
            "{guard}\n    it.next();\n    // ^^^^ {decision} take"
        )));
    }
}

/// A list of fixed size is made, and then changed.
#[test]
fn lists_that_a_library_makes_anew_are_told_apart() {
    check(
        r#"
//- fixed.yaml
imports: [java.util.Arrays, java.util.List]
foreach:
  - parameters: [List l]
    events:
      made: call Arrays.asList(..) returning (l)
      resize: call List+.add(..) target l
    properties:
      fixed: {states: {other: initial, fixed: , resized: bad}, transitions: [other -> fixed: made, fixed -> resized: resize]}
//- Main.java
import java.util.*;
class Main {
    @SuppressWarnings("unchecked")
    static List<Object> given(String name) { return (List<Object>) System.getProperties().get(name); }

    public static void main(String[] args) {
        System.getProperties().put("here", Arrays.asList(args));
        //                                        ^^^^^^ keep made
        List<Object> own = Arrays.asList(args);
        //                        ^^^^^^ silence Residual1 made
        for (Object each : own) given("here").add(each);
        //                                    ^^^ keep resize
        List<Object> other = given("there");
        if (other == null) other = Arrays.asList(args);
        //                                ^^^^^^ silence Residual1 made
        for (Object each : other) given("here").add(each);
        //                                      ^^^ keep resize
    }
}"#,
    );
}
