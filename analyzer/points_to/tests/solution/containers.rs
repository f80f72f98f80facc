//! The objects that the library is given and gives back: containers, their iterators and callbacks,
//! by the models of the JDK.

use std::collections::BTreeSet;

use ir::{CallSite, Target};
use points_to::Node;

use super::support::{Solved, solve};

impl Solved {
    /// The calls of a method by name, in order.
    fn calls(&self, name: &str) -> Vec<&CallSite> {
        let named = |call: &&CallSite| matches!(&call.target, Target::Resolved(callee) if &*callee.name == name);
        self.program.calls.iter().filter(named).collect()
    }

    fn receivers(&self, call: &CallSite) -> BTreeSet<u32> {
        let receiver = call.receiver.expect("a receiver");
        self.points_to
            .objects(Node::Local(call.method, receiver))
            .iter()
            .collect()
    }

    /// Returns whether the receivers of the n-th and m-th call of a method may be one object.
    fn alias(&self, name: &str, n: usize, m: usize) -> bool {
        let calls = self.calls(name);
        !self
            .receivers(calls[n])
            .is_disjoint(&self.receivers(calls[m]))
    }
}

#[test]
fn iterators_of_different_loops_are_different_objects() {
    let solved = solve(
        "static List<String> l = new ArrayList<>(); public static void main(String[] a) { for (String s : l) { s.length(); } for (String s : l) { s.length(); } }",
    );
    assert!(!solved.alias("next", 0, 1));
    assert!(solved.alias("iterator", 0, 1));
    assert!(solved.receivers(solved.calls("next")[0]).len() == 1);
}

#[test]
fn what_one_list_holds_another_does_not() {
    let solved = solve(
        "void f() {} static class B extends A { void f() { only(); } void only() {} } public static void main(String[] a) { List<A> l = new ArrayList<>(), m = new ArrayList<>(); l.add(new A()); m.add(new B()); l.get(0).f(); }",
    );
    assert!(solved.runs("f") && !solved.runs("only"));
}

#[test]
fn what_is_put_comes_out_through_views_and_entries() {
    for code in [
        "Map<String, A> m = new HashMap<>(); m.put(\"k\", new A()); for (A x : m.values()) { x.f(); }",
        "Map<String, A> m = new TreeMap<>(); m.put(\"k\", new A()); for (Map.Entry<String, A> e : m.entrySet()) { e.getValue().f(); }",
        "Map<A, String> m = new HashMap<>(); m.put(new A(), \"v\"); m.keySet().iterator().next().f();",
        "Map<String, A> m = new HashMap<>(); m.computeIfAbsent(\"k\", k -> new A()).f();",
        "List<A> l = new ArrayList<>(); Collections.addAll(l, new A()); l.forEach(x -> x.f());",
        "List<A> l = new ArrayList<>(Arrays.asList(new A())); l.subList(0, 1).listIterator().next().f();",
        "Deque<A> d = new ArrayDeque<>(); d.push(new A()); d.pop().f();",
        "List<A> l = List.of(new A()); l.stream().map(x -> x).filter(x -> true).findFirst().get().f();",
        "Object[] os = new ArrayList<>(List.of(new A())).toArray(); ((A) os[0]).f();",
        "Optional.of(new A()).ifPresent(A::f);",
        "PriorityQueue<A> q = new PriorityQueue<>((x, y) -> { x.f(); return 0; }); q.add(new A()); q.add(new A());",
        "Iterator<A> it = new ArrayList<>(List.of(new A())).iterator(); while (it.hasNext()) it.next().f();",
        "List<List<A>> l = new ArrayList<>(); l.add(new ArrayList<>()); l.get(0).add(new A()); l.get(0).get(0).f();",
        "ThreadLocal<A> t = ThreadLocal.withInitial(A::new); t.get().f();",
        "new Thread(new A()::f).start();",
    ] {
        let solved = solve(&format!(
            "void f() {{ }} public static void main(String[] a) {{ {code} }}"
        ));
        assert!(solved.runs("f"), "{code}\n{}", ir::print(&solved.program));
    }
}

#[test]
fn keys_are_asked_for_equality_and_order() {
    for (methods, code) in [
        (
            "public int hashCode() { asked(); return 0; }",
            "new HashMap<A, A>().put(new A(), null);",
        ),
        (
            "public boolean equals(Object o) { asked(); return true; }",
            "new ArrayList<>(List.of(new A())).contains(new A());",
        ),
        (
            "public String toString() { asked(); return null; }",
            "new StringBuilder().append(new A());",
        ),
        (
            "public String toString() { asked(); return null; }",
            "System.out.println((Object) new A());",
        ),
        (
            "public boolean equals(Object o) { asked(); return true; }",
            "Objects.equals(new A(), null);",
        ),
    ] {
        let solved = solve(&format!(
            "{methods} void asked() {{ }} public static void main(String[] a) {{ {code} }}"
        ));
        assert!(solved.runs("asked"), "{methods} {code}");
    }
}

#[test]
fn a_list_that_has_escaped_gives_out_anything() {
    let solved = solve(
        "void f() {} public static void main(String[] a) { List<Object> l = new ArrayList<>(); Unknown.give(l, new A()); ((A) l.get(0)).f(); } static class Unknown { static native void give(Object l, Object x); }",
    );
    assert!(solved.runs("f"));
}

#[test]
fn views_that_maps_keep_are_not_told_apart() {
    let solved = solve(
        "public static void main(String[] a) { Map<String, String> m = new HashMap<>(); m.keySet().size(); m.keySet().size(); }",
    );
    assert!(
        solved.alias("size", 0, 1),
        "a hash map gives out one view again and again"
    );
}
