//! The classes of a set that are below a class.

use std::sync::Arc;

use super::index::Index;
use crate::classes::Classes;

/// Types that arrays have, too. A set of classes stands for arrays of these, and such an array is
/// below none but these.
const ABOVE_ARRAYS: [&str; 3] = [
    "java/lang/Object",
    "java/lang/Cloneable",
    "java/io/Serializable",
];

/// Returns the classes that may be `above` or below it; `None` if there are none. Of two sets
/// neither of which has all of the other it is the smaller one.
pub(super) fn narrowed(index: &Index<'_>, classes: &Classes, above: &Arc<str>) -> Option<Classes> {
    if ABOVE_ARRAYS.contains(&&**above) {
        return Some(classes.clone());
    }

    let hierarchy = &index.program.hierarchy;
    match classes {
        Classes::One(class) => {
            let name = &index.program.classes[*class].name;
            let is_below = hierarchy.is_subclass(name, above).may();
            is_below.then(|| classes.clone())
        }
        Classes::Below(name) if hierarchy.is_subclass(name, above).must() => Some(classes.clone()),
        Classes::Below(name) => {
            let bound = Classes::Below(above.clone());
            let is_part = hierarchy.is_subclass(above, name).must();
            let is_smaller = is_part || size(index, &bound) < size(index, classes);
            Some(if is_smaller { bound } else { classes.clone() })
        }
    }
}

fn size(index: &Index<'_>, classes: &Classes) -> usize {
    classes.members(index.dispatch, index.program).len()
}
