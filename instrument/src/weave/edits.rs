//! The edits that weaving decides on: the input of [`super::edit`].

use super::carried::AddedField;
use super::handlers::ToldAtHandler;
use super::told::Told;

/// The edits of one class.
#[derive(Debug, Clone, Default)]
pub struct ClassEdits {
    /// Per body with edits, by its place in [`super::sites::ClassSites::bodies`].
    pub bodies: Vec<BodyEdits>,
    /// Fields that are added.
    pub fields: Vec<AddedField>,
}

impl ClassEdits {
    /// Says whether the class stays as it is.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.fields.is_empty()
    }

    /// Says whether calls are hidden that a class beside makes.
    pub fn hides_beside(&self) -> bool {
        let mut hidden = self.bodies.iter().flat_map(|body| &body.hidden);
        hidden.any(|(_, hiding)| *hiding == Hiding::Beside)
    }
}

/// The edits of one body.
#[derive(Debug, Clone, Default)]
pub struct BodyEdits {
    /// Place in [`super::sites::ClassSites::bodies`].
    pub body: usize,
    /// Calls of static methods `(class, method)` at entry that take the place: the start of the
    /// program.
    pub starts: Vec<(String, String)>,
    /// The message of the tripwire at the beginning ([`super::tripwires`]).
    pub tripwire: Option<String>,
    /// The notifications at entry and exits.
    pub execution: Vec<Told>,
    /// Catch blocks, by their place in [`super::sites::Body::handlers`], and whom they tell.
    pub handlers: Vec<(usize, Vec<ToldAtHandler>)>,
    /// Sites, by their place in [`super::sites::Body::sites`], and whom they tell.
    pub sites: Vec<(usize, Vec<Told>)>,
    /// Sites that tell nobody and are out of other tools' sight, by their place in
    /// [`super::sites::Body::sites`].
    pub hidden: Vec<(usize, Hiding)>,
}

impl BodyEdits {
    /// Says whether neither entry, exits nor catch blocks tell.
    pub fn is_without_hooks(&self) -> bool {
        self.execution.is_empty() && self.handlers.is_empty()
    }

    /// Says whether nothing tells, starts or is hidden.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
            && self.tripwire.is_none()
            && self.execution.is_empty()
            && self.handlers.is_empty()
            && self.sites.is_empty()
            && self.hidden.is_empty()
    }

    /// Says whether some site can make use of an object in the place of a loop's iterator.
    pub fn takes_loop_iterators(&self) -> bool {
        let mut told = self.sites.iter().flat_map(|(_, told)| told);
        told.any(|told| told.takes_loop_iterators)
    }
}

/// A way to hide a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hiding {
    /// A class beside makes it.
    Beside,
    /// It becomes a dynamic call in the class itself, which [`super::linker::LINKER`] links with
    /// the method.
    Linked,
}
