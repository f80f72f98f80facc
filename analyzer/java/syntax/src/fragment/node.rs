//! The nodes of a fragment.

use std::ops::Range;

use super::{Field, Fragment, Kind};
use crate::ast::Literal;
use crate::grammar::GRAMMAR;
use crate::literal;
use crate::source::Text;

/// A node of a fragment: a construct of Java, or one of its keywords and signs.
#[derive(Debug, Clone, Copy)]
pub struct Node<'f> {
    fragment: &'f Fragment,
    inner: tree_sitter::Node<'f>,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for Node<'_> {}

impl<'f> Node<'f> {
    pub(super) fn new(fragment: &'f Fragment, inner: tree_sitter::Node<'f>) -> Self {
        Node { fragment, inner }
    }

    /// The construct; [`Kind::Other`] for keywords and signs.
    pub fn kind(self) -> Kind {
        GRAMMAR.kind(self.inner)
    }

    /// The bytes of the fragment's text that it covers.
    pub fn range(self) -> Range<usize> {
        self.fragment.place(self.inner)
    }

    /// Its text.
    pub fn text(self) -> &'f str {
        &self.fragment.framed[self.inner.byte_range()]
    }

    /// Its value, if it is a literal that Java accepts. 2^31 and, with an `L`, 2^63 are only right
    /// behind a minus, and have the value -2^31 or -2^63 here.
    pub fn literal(self) -> Option<Literal> {
        let kind = self.kind();
        if !literal::is_literal(kind) {
            return None;
        }
        literal::value(kind, Text::new(self.text()).decoded()).ok()
    }

    /// The first part in `field`.
    pub fn field(self, field: Field) -> Option<Node<'f>> {
        let inner = self.inner.child_by_field_id(GRAMMAR.id(field)?.get())?;
        Some(Node::new(self.fragment, inner))
    }

    /// All parts in `field`.
    pub fn fields(self, field: Field) -> Vec<Node<'f>> {
        let Some(id) = GRAMMAR.id(field) else {
            return Vec::new();
        };
        let mut cursor = self.inner.walk();
        self.inner
            .children_by_field_id(id, &mut cursor)
            .map(|inner| Node::new(self.fragment, inner))
            .collect()
    }

    /// The constructs directly in it, without comments.
    pub fn children(self) -> Vec<Node<'f>> {
        let mut cursor = self.inner.walk();
        self.inner
            .named_children(&mut cursor)
            .filter(|child| !child.is_extra())
            .map(|inner| Node::new(self.fragment, inner))
            .collect()
    }

    /// Returns whether a node that is written as `token` stands directly in it: a keyword or sign, or
    /// one like `super` that the grammar names by its text.
    pub fn has_token(self, token: &str) -> bool {
        let mut cursor = self.inner.walk();
        self.inner
            .children(&mut cursor)
            .any(|child| child.kind() == token)
    }

    /// Returns whether it is a keyword or sign.
    pub fn is_token(self) -> bool {
        !self.inner.is_named()
    }
}
