//! The modifiers that a pattern asks of a member.

use date::model::{Modifier, ModifierPattern};

use java_types::Access;
use java_types::hierarchy::Answer;

/// Flags that a member must have, and flags that it must not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Modifiers {
    wanted: Vec<(Access, bool)>,
}

impl Modifiers {
    pub(super) fn new(patterns: &[ModifierPattern]) -> Self {
        Modifiers {
            wanted: patterns
                .iter()
                .map(|pattern| (flag(pattern.modifier), pattern.holds))
                .collect(),
        }
    }

    /// Returns whether a member has the modifiers. `access` gives its flags, or `None` if they are
    /// unknown; it is called only if there are modifiers.
    pub(super) fn fit(&self, access: impl FnOnce() -> Option<Access>) -> Answer {
        if self.wanted.is_empty() {
            return Answer::Yes;
        }
        match access() {
            None => Answer::Unknown,
            Some(access)
                if self
                    .wanted
                    .iter()
                    .all(|(flag, holds)| access.has(*flag) == *holds) =>
            {
                Answer::Yes
            }
            Some(_) => Answer::No,
        }
    }
}

fn flag(modifier: Modifier) -> Access {
    match modifier {
        Modifier::Public => Access::PUBLIC,
        Modifier::Protected => Access::PROTECTED,
        Modifier::Private => Access::PRIVATE,
        Modifier::Static => Access::STATIC,
        Modifier::Final => Access::FINAL,
        Modifier::Abstract => Access::ABSTRACT,
        Modifier::Synchronized => Access::SYNCHRONIZED,
        Modifier::Native => Access::NATIVE,
        Modifier::Transient => Access::TRANSIENT,
        Modifier::Volatile => Access::VOLATILE,
    }
}
