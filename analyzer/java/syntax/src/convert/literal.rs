//! Literals in the tree.

use tree_sitter::Node;

use super::{Converted, Converter, Fault};
use crate::ast::Literal;
use crate::grammar::Kind;
use crate::literal;

impl<'t> Converter<'_, 't> {
    pub(super) fn literal(&mut self, node: Node<'t>, kind: Kind) -> Converted<Literal> {
        literal::value(kind, self.text(node)).map_err(|message| Fault::at(node, message))
    }
}
