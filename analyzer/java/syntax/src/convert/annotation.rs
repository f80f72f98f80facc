//! Annotations, wherever they stand: on declarations, parameters, local variables, types and
//! packages.

use std::sync::Arc;

use tree_sitter::{Node, TreeCursor};

use super::Converter;
use crate::ast::{Annotation, TypeRef};
use crate::grammar::{Field, GRAMMAR, Kind};

impl<'t> Converter<'_, 't> {
    /// Adds every annotation below `root` to the unit, in order of position. O(nodes).
    pub(super) fn annotations(&mut self, root: Node<'t>) {
        for node in nodes(root).filter(|&node| is_annotation(node)) {
            if let Some(annotation) = self.annotation(node) {
                self.unit.annotations.push(annotation);
            }
        }
    }

    fn annotation(&mut self, node: Node<'t>) -> Option<Annotation> {
        let name = self.children(node).field(Field::Name)?;
        let literals = nodes(node).filter(|&inner| GRAMMAR.kind(inner) == Kind::ClassLiteral);
        let classes = literals
            .filter_map(|literal| self.literal_type(literal))
            .collect();
        let (texts, names) = (
            self.texts_of(node, Kind::StringLiteral),
            self.texts_of(node, Kind::Identifier),
        );

        Some(Annotation {
            name: self.path(name),
            classes,
            texts,
            names,
            span: self.span(node),
        })
    }

    /// The texts of all nodes of a kind below `root`, as written.
    fn texts_of(&self, root: Node<'t>, kind: Kind) -> Vec<Arc<str>> {
        nodes(root)
            .filter(|&node| GRAMMAR.kind(node) == kind)
            .map(|node| self.text(node).into())
            .collect()
    }

    fn literal_type(&mut self, literal: Node<'t>) -> Option<TypeRef> {
        let ty = self.children(literal).named().next()?.node;
        self.type_ref(ty).ok()
    }
}

fn is_annotation(node: Node<'_>) -> bool {
    matches!(
        GRAMMAR.kind(node),
        Kind::Annotation | Kind::MarkerAnnotation
    )
}

/// `root` and all nodes below it, in order of position.
fn nodes(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut cursor = root.walk();
    let mut next = Some(root);
    std::iter::from_fn(move || {
        let node = next?;
        next = following(&mut cursor);
        Some(node)
    })
}

/// The node behind the cursor's, in order of position.
fn following<'t>(cursor: &mut TreeCursor<'t>) -> Option<Node<'t>> {
    if cursor.goto_first_child() {
        return Some(cursor.node());
    }
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return None;
        }
    }
    Some(cursor.node())
}
