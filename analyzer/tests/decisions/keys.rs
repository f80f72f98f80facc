//! Keys by `equals`, whose `hashCode` and `equals` monitors call.

use date::residual::Reduction;

use crate::support::analyze;

const KEYS: &str = "
//- p.yaml
foreach:
  - parameters: [Key k by equals]
    events:
      open: call Key.open() target k
    properties:
      once:
        states: {fresh: initial, opened: , twice: bad}
        transitions:
          - fresh -> opened: open
          - opened -> twice: open
//- Main.java
class Main { public static void main(String[] a) { Key k = KEY; k.open(); } }
";

/// Why the property is monitored as written.
fn frozen(made: &str, classes: &str) -> Option<String> {
    let case = format!("{}//- Key.java\n{classes}", KEYS.replace("KEY", made));
    analyze(&case, Reduction::Nop).specifications[0].properties[0]
        .frozen
        .clone()
}

fn of_class(members: &str, others: &str) -> Option<String> {
    frozen(
        "new Key()",
        &format!("class Key {{ {members} void open() {{ }} }}\n{others}"),
    )
}

#[track_caller]
fn has_effect(found: Option<String>, why: &str) {
    assert!(
        found.as_ref().is_some_and(|reason| reason.contains(why)),
        "{found:?}"
    );
}

#[test]
fn methods_that_only_compute_are_called_any_number_of_times() {
    assert_eq!(of_class("", ""), None);
    assert_eq!(
        of_class("int n; public int hashCode() { return 31 * n; }", ""),
        None
    );
    let of_text = "String name; int n; public int hashCode() { return java.util.Objects.hash(name, n); }
        public boolean equals(Object o) { return o instanceof Key && name.equals(((Key) o).name); }";
    assert_eq!(of_class(of_text, ""), None);
    assert_eq!(
        frozen(
            "new Key(\"k\")",
            "record Key(String name) { void open() { } }"
        ),
        None
    );
}

#[test]
fn methods_that_write_or_print_are_effects() {
    has_effect(
        of_class("static int n; public int hashCode() { return n++; }", ""),
        "`Key.hashCode`, which writes",
    );
    has_effect(
        of_class(
            "public int hashCode() { System.out.println(); return 1; }",
            "",
        ),
        "`PrintStream.println`",
    );
    has_effect(
        of_class("int[] n; public int hashCode() { n[0] = 1; return 1; }", ""),
        "writes to an array",
    );
    let below =
        "class Lower extends Key { public boolean equals(Object o) { System.gc(); return true; } }";
    has_effect(of_class("", below), "`Lower.equals`");
}

#[test]
fn parts_of_keys_are_asked_too() {
    let part = "class Part { static int n; public int hashCode() { return n++; } }";
    has_effect(
        of_class(
            "Part p; public int hashCode() { return java.util.Objects.hash(p); }",
            part,
        ),
        "`Part.hashCode`",
    );
    has_effect(
        of_class(
            "Part p; public int hashCode() { return p.hashCode(); }",
            part,
        ),
        "`Part.hashCode`",
    );
    let list = "java.util.List<Part> p; public int hashCode() { return p.hashCode(); }";
    has_effect(of_class(list, part), "`Part.hashCode`");
    has_effect(
        frozen(
            "null",
            &format!("record Key(Part p) {{ void open() {{ }} }}\n{part}"),
        ),
        "`Part.hashCode`",
    );
}

#[test]
fn classes_that_keys_initialize_are_effects() {
    let seed = "class Seed { static int n = made(); static int made() { System.gc(); return 1; } }";
    has_effect(
        of_class("public int hashCode() { return Seed.n; }", seed),
        "may initialize `Seed`",
    );
    let named = "public int hashCode() { try { Class.forName(\"Seed\"); } catch (Exception e) { } return 1; }";
    has_effect(of_class(named, seed), "calls `Class.forName`");
}
