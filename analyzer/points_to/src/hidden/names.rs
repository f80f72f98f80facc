//! The classes of the sources that a name finds.

use std::collections::BTreeSet;

use ir::ClassId;
use java_types::Spelling;

use super::index::Index;
use super::text::Text;
use crate::classes;

/// Of how many classes with a name that is known in part each is followed.
const MOST_FOUND: usize = 64;

/// The classes whose name, or that of an array of them, may be one of the texts; `None` where they
/// are too many. A text that is known finds the class of that name. O(texts * classes).
pub(super) fn found(index: &Index<'_>, texts: &BTreeSet<Text>) -> Option<BTreeSet<ClassId>> {
    let mut all = BTreeSet::new();
    for text in texts {
        match text {
            Text::Whole(name) => all.extend(index.dispatch.class(&internal(name))),
            Text::Ends(start, _) => all.extend(fitting(index, text, start)),
        }
        if all.len() > MOST_FOUND {
            return None;
        }
    }

    Some(all)
}

/// The classes of a name that is known in part, and begins with `start`.
fn fitting(index: &Index<'_>, text: &Text, start: &str) -> Vec<ClassId> {
    let brackets = start.len() - start.trim_start_matches('[').len();
    let fits = |class: &ClassId| {
        let name = index.program.classes[*class].name.to_binary();
        // One more than are written: the next one may be of the part that is not known.
        let mut arrays = (1..=brackets + 1).map(|depth| format!("{}L{name};", "[".repeat(depth)));
        text.may_be(&name) || arrays.any(|array| text.may_be(&array))
    };
    classes::known(index.program).filter(fits).collect()
}

/// The internal name of a class, or of the elements of an array, from what `Class.getName` gives.
fn internal(name: &str) -> String {
    let element = name.trim_start_matches('[');
    let class = if element.len() < name.len() {
        element.trim_start_matches('L').trim_end_matches(';')
    } else {
        name
    };
    class.to_internal()
}
