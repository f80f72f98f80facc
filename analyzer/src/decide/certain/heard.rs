//! Calls that a woven program may not hear although they are written: compilers insert the same
//! ones, and the weaver cannot always tell which are written. An event at such a call proves
//! nothing.

use ir::{MethodRef, Target};

use super::library::BOXES;

/// Members that compilers call by themselves: for concatenations, assertions, switches, `try` and
/// tests for `null`.
const INSERTED: [(&str, &str); 13] = [
    ("java/lang/AssertionError", "<init>"),
    ("java/lang/Class", "desiredAssertionStatus"),
    ("java/lang/MatchException", "<init>"),
    ("java/lang/IncompatibleClassChangeError", "<init>"),
    ("java/lang/Object", "getClass"),
    ("java/lang/String", "equals"),
    ("java/lang/String", "hashCode"),
    ("java/lang/String", "valueOf"),
    ("java/lang/StringBuilder", "<init>"),
    ("java/lang/StringBuilder", "append"),
    ("java/lang/StringBuilder", "toString"),
    ("java/lang/Throwable", "addSuppressed"),
    ("java/util/Objects", "requireNonNull"),
];

/// Returns whether every woven program hears a call of this target.
pub fn is_surely_heard(target: &Target) -> bool {
    let Target::Resolved(MethodRef { owner, name, .. }) = target else {
        return false;
    };
    let is_box = owner
        .strip_prefix("java/lang/")
        .is_some_and(|class| BOXES.contains(&class));
    let is_boxing = is_box && (&**name == "valueOf" || name.ends_with("Value"));
    !is_boxing
        && !INSERTED.contains(&(&**owner, &**name))
        && !matches!(&**name, "ordinal" | "values" | "getClass")
}
