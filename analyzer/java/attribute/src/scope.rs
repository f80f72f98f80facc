//! Scopes (JLS 6.3) as persistent lists: what a place sees, from the inside out. Cloning is cheap,
//! so that a lambda whose body has to wait for its parameter types keeps the scope it stands in.

use std::sync::Arc;

use java_syntax::ast::{TypeDeclId, VarId};

/// The names that a place in a unit sees, besides the unit's own imports and package.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope(Option<Arc<Node>>);

#[derive(Debug)]
struct Node {
    entry: Entry,
    outer: Scope,
}

/// One thing that is seen, or a border that is passed on the way out.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    /// The type parameters of a type of this unit.
    Parameters(TypeDeclId),
    /// The body of a type of this unit: its members.
    Class(TypeDeclId),
    /// The type parameters of a method of a type: by the method's index among the members.
    Method(TypeDeclId, usize),
    /// Code without an instance (JLS 8.1.3): static methods and initializers.
    Static,
    /// Arguments of `this(..)` and `super(..)`: there is no instance yet, but there are those
    /// around the class.
    Prologue,
    /// A local class, interface, enum or record.
    LocalClass(Arc<str>, TypeDeclId),
    /// A local variable.
    Local(Arc<str>, VarId),
    /// The body of a lambda: what is found beyond is captured.
    Lambda,
}

impl Scope {
    /// This scope with one more entry inside.
    pub(crate) fn with(&self, entry: Entry) -> Scope {
        Scope(Some(Arc::new(Node {
            entry,
            outer: self.clone(),
        })))
    }

    /// This scope inside the body of a type.
    pub(crate) fn in_body(&self, decl: TypeDeclId) -> Scope {
        self.with(Entry::Parameters(decl)).with(Entry::Class(decl))
    }

    /// The entries from the inside out.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.levels().map(|(entry, _)| entry)
    }

    /// The entries from the inside out, each with the scope around it.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (&Entry, &Scope)> {
        let mut next = self;
        std::iter::from_fn(move || {
            let node = next.0.as_deref()?;
            next = &node.outer;
            Some((&node.entry, &node.outer))
        })
    }

    /// The innermost type body around the place.
    pub(crate) fn class(&self) -> Option<TypeDeclId> {
        self.entries().find_map(|entry| match entry {
            Entry::Class(decl) => Some(*decl),
            _ => None,
        })
    }
}

impl Drop for Scope {
    /// Frees long lists without recursion.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut node) = next.and_then(Arc::into_inner) {
            next = node.outer.0.take();
        }
    }
}
