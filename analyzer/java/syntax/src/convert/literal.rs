//! Literals in the tree.

use tree_sitter::Node;

use super::{Converted, Converter, Fault};
use crate::ast::Literal;
use crate::grammar::Kind;
use crate::literal;

impl<'t> Converter<'_, 't> {
    pub(super) fn literal(&mut self, node: Node<'t>, kind: Kind) -> Converted<Literal> {
        let text = self.text(node);
        let value = match kind {
            Kind::CharacterLiteral => literal::character(text),
            Kind::StringLiteral => literal::string(text),
            _ => literal::number(text),
        };
        value.map_err(|message| Fault::at(node, message))
    }
}
