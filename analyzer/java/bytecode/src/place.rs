//! Where a class stands in a program.

use ir::{ClassId, FieldId, FileId, MethodId};
use java_types::hierarchy::Hierarchy;

/// The ids that a program gives a declared class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    /// The class.
    pub class: ClassId,
    /// The file of its code.
    pub file: FileId,
    /// The id of its first method: the others follow in the order of
    /// [`crate::DeclaredClass::methods`].
    pub first_method: MethodId,
}

impl Home {
    /// The id of a method by its number.
    pub fn method(self, number: usize) -> MethodId {
        self.first_method + number
    }
}

/// The things that lowering asks about other classes.
pub struct Context<'a> {
    /// All classes that can be known.
    pub hierarchy: &'a Hierarchy,
    /// The id of a field by the internal name of the class that declares it, its name and its
    /// descriptor; `None` where the program does not hold it.
    pub field: &'a (dyn Fn(&str, &str, &str) -> Option<FieldId> + Sync),
}
