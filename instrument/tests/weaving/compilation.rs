//! What just-in-time compilers make of monitors depends on the sizes of their methods.

use std::collections::BTreeMap;
use std::fs;

use crate::support::{Fixture, check};
use jvm::classfile::ClassFile;

/// Methods with more bytes of code are not inlined by HotSpot, however often they are called
/// (`FreqInlineSize`).
const INLINED: usize = 325;

const UNCHANGED: &str = "
//- unchanged.yaml
imports: [java.util.*]
foreach:
  - parameters: [Collection c, Iterator i]
    creation: slicing
    events:
      iterate: call Collection+.iterator() target c returning (i)
      change:
        any-of:
          - call Collection+.add*(..) target c returning
          - call Collection+.clear() target c returning
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
public class Main {
    static void change(List<Integer> list, boolean all) {
        if (all) list.clear(); else list.add(3);
    }
    public static void main(String[] args) {
        for (int n = 0; n < 3; n++) {
            List<Integer> list = new ArrayList<>(Arrays.asList(1, 2));
            Iterator<Integer> it = list.iterator();
            it.next();
            if (n > 0) change(list, n == 1);
            try { it.next(); } catch (RuntimeException e) { continue; }
        }
    }
}
";

/// The bytes of code of each method of the monitors.
fn sizes(fixture: &Fixture) -> BTreeMap<String, usize> {
    fixture.weave(true);
    let monitors = fixture.path("out/residua/monitors/unchanged0/ResiduaMonitor0.class");
    let bytes = fs::read(monitors).unwrap();
    let class = ClassFile::parse(&bytes).unwrap();
    let size = |method: usize| {
        class
            .code(method)
            .unwrap()
            .map_or(0, |code| code.bytes.len())
    };
    let name = |method: usize| {
        class.methods[method]
            .name(&class.pool)
            .unwrap()
            .into_owned()
    };
    (0..class.methods.len())
        .map(|method| (name(method), size(method)))
        .collect()
}

/// An event that may make instances occurs once in a loop and takes long; a copy of it for each
/// loop takes longer to compile.
#[test]
fn what_may_make_instances_by_slicing_is_not_inlined() {
    let sizes = sizes(&Fixture::new(UNCHANGED, &[]));
    let long: Vec<_> = sizes
        .iter()
        .filter(|(name, _)| name.ends_with("$long"))
        .collect();
    assert_eq!(long.len(), 1, "{sizes:?}");
    assert!(*long[0].1 > INLINED, "{sizes:?}");
}

/// `add` and `clear` bind the same, so one method hears both, and all of that is compiled once.
#[test]
fn alternatives_that_bind_alike_share_a_method() {
    let sizes = sizes(&Fixture::new(UNCHANGED, &[]));
    // Of `iterate`, `change` and `use`.
    let notified = sizes
        .keys()
        .filter_map(|name| name.strip_prefix("r$notify"))
        .filter(|rest| !rest.contains('$'));
    assert_eq!(notified.count(), 3, "{sizes:?}");
    check(
        UNCHANGED,
        &[
            "unchanged in error by use at Main.java:12 (java.util.ArrayList, java.util.ArrayList$Itr)",
            "unchanged in error by use at Main.java:12 (java.util.ArrayList, java.util.ArrayList$Itr)",
        ],
    );
}

/// What a value is tested for is part of what an alternative makes of it.
#[test]
fn alternatives_that_test_for_other_types_do_not_share_one() {
    check(
        "
//- told.yaml
foreach:
  - parameters: [Main m]
    events:
      tell:
        any-of:
          - call Main.tell(String) target m
          - call Main.tell(Integer) target m
    properties:
      told:
        states: {quiet: initial, told: bad}
        transitions:
          - quiet -> told: tell
          - told -> told: tell
//- Main.java
public class Main {
    void tell(Object what) {}
    public static void main(String[] args) {
        Main main = new Main();
        main.tell(\"1\");
        main.tell(2);
        main.tell(3.0);
    }
}
",
        &[
            "told in told by tell at Main.java:5 (Main)",
            "told in told by tell at Main.java:6 (Main)",
        ],
    );
}
