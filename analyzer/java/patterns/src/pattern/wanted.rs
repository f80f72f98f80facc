//! The members that a pattern means.

use date::model::{Member, MemberPattern};
use java_types::Access;
use java_types::hierarchy::Answer;

use super::CONSTRUCTOR;
use crate::declared::Declared;
use crate::declaring::{Declaring, glob_matches};
use crate::modifiers::Modifiers;
use crate::type_names::TypeNames;

const INITIALIZER: &str = "<clinit>";

/// Members that are meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) declaring: Declaring,
    pub(crate) name: Member,
    pub(crate) declared: Declared,
    pub(super) modifiers: Modifiers,
}

impl Wanted {
    pub(super) fn new(member: &MemberPattern, names: TypeNames<'_>) -> Self {
        Wanted {
            declaring: Declaring::new(&member.declaring, names),
            name: member.name.clone(),
            declared: Declared::new(&member.signature, names),
            modifiers: Modifiers::new(&member.signature.modifiers),
        }
    }

    /// Returns whether a field with such flags can be meant.
    pub(crate) fn may_have(&self, access: Access) -> bool {
        self.modifiers.fit(|| Some(access)) != Answer::No
    }

    pub(crate) fn has_name(&self, name: &str) -> bool {
        match &self.name {
            Member::Constructor => name == CONSTRUCTOR,
            Member::Initializer => name == INITIALIZER,
            // No method: where they stand does not matter.
            Member::Handler => false,
            // Code may read elements, whatever names stand in it.
            Member::Element => true,
            Member::Field(pattern) => glob_matches(pattern, name),
            Member::Method(pattern) => !name.starts_with('<') && glob_matches(pattern, name),
        }
    }
}
