//! The classes above others.

use std::collections::{BTreeSet, HashMap};

use ir::{ClassId, Program};

/// These classes, and the classes of the sources above them. O(classes).
pub(super) fn with_supertypes(program: &Program, mut pending: Vec<ClassId>) -> BTreeSet<ClassId> {
    let by_name: HashMap<&str, ClassId> = program
        .classes
        .iter_enumerated()
        .map(|(id, c)| (&*c.name, id))
        .collect();
    let mut found = BTreeSet::new();
    while let Some(class) = pending.pop() {
        if found.insert(class) {
            let above = program.classes[class].info.direct_supertypes();
            pending.extend(above.filter_map(|name| by_name.get(&**name).copied()));
        }
    }
    found
}
