//! What methods of the library do with what they are given.

use date::residual::Reduction;
use plan::Verdict;

use crate::support::analyze;

const SENT: &str = "
//- p.yaml
foreach:
  - parameters: [S s]
    events:
      send: call S.send() target s
    properties:
      never:
        states: {fresh: initial, sent: bad}
        transitions:
          - fresh -> sent: send
//- S.java
class S { int send() { return 0; } }
";

#[track_caller]
fn may_send(body: &str) {
    let main = "import java.util.*;\nclass Main { public static void main(String[] a) { S s = new S(); BODY } }";
    let case = format!("{SENT}//- Main.java\n{}", main.replace("BODY", body));
    assert_eq!(
        analyze(&case, Reduction::Nop).specifications[0].properties[0].verdict,
        Verdict::Residual,
        "{body}"
    );
}

#[test]
fn methods_that_only_the_classes_of_a_kind_have_are_called() {
    may_send("Deque<S> d = new ArrayDeque<>(); Collections.asLifoQueue(d).add(s); d.pop().send();");
    may_send(
        "SortedSet<String> o = new TreeSet<>((x, y) -> s.send()); new TreeSet<>(o).add(\"x\");",
    );
}

#[test]
fn methods_that_only_classes_below_a_kind_have_are_called() {
    may_send(
        "Map<String, S> m = new TreeMap<>((x, y) -> s.send()); new PriorityQueue<>(m.keySet()).add(\"x\");",
    );
}

/// Compilers do not agree on the digits of some numbers, nor can half a surrogate pair be told from
/// others.
#[test]
fn texts_that_are_not_known_are_not_compared() {
    let shown = |text: &str, compared: &str| {
        let property = "
//- p.yaml
events:
  shown: call Main.shown(String t)
properties:
  never:
    states: {a: initial, b: bad}
    transitions:
      - a -> b: shown
        when: t == COMPARED
//- Main.java
class Main { static void shown(String t) { } public static void main(String[] a) { shown(TEXT); } }";
        let case = property.replace("COMPARED", compared).replace("TEXT", text);
        analyze(&case, Reduction::Nop).specifications[0].properties[0].verdict
    };
    assert_eq!(shown("\"\" + 0.125", "\"0.25\""), Verdict::Satisfied);
    assert_ne!(shown("\"\" + 0.125", "\"0.125\""), Verdict::Satisfied);
    assert_ne!(shown("\"\" + 4.9e-324", "\"4.9E-324\""), Verdict::Satisfied);
    assert_ne!(shown("\"\" + 1e-45f", "\"1.4E-45\""), Verdict::Satisfied);
}
