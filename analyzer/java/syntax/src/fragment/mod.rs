//! Pieces of Java that stand alone: an expression, statements, or members of a class, such as the
//! code in properties.
//!
//! A piece is put into a class, parsed, and accepted when there is no error in the tree and the
//! piece forms exactly one node there: `a); evil(); (` balances with its surroundings, but is no
//! expression. Unlike [`crate::parse`], nothing is rewritten or cut out: a piece is Java as a whole
//! or not at all, and its reader sees every node as it is written, with its parentheses.
//!
//! ```
//! use java_syntax::fragment::{Field, Form, Fragment, Kind};
//!
//! let fragment = Fragment::parse("sent > limit(user)", Form::Expression)?;
//! let comparison = fragment.root().children()[0];
//! assert_eq!(comparison.kind(), Kind::BinaryExpression);
//! assert_eq!(comparison.field(Field::Right).map(|call| call.range()), Some(7..18));
//!
//! let refusal = Fragment::parse("sent >", Form::Expression).unwrap_err();
//! assert_eq!(refusal.message, "not a Java expression");
//! # Ok::<(), java_syntax::fragment::Refusal>(())
//! ```

mod frame;
mod node;

use std::ops::Range;

use tree_sitter::{Parser, Tree};

pub use crate::grammar::{Field, Kind};
pub use frame::Form;
use frame::Frame;
pub use node::Node;

use crate::grammar::GRAMMAR;

/// Deeper nesting is refused: readers recurse over a fragment.
const MAX_DEPTH: usize = 200;

/// A piece of Java and its tree.
#[derive(Debug)]
pub struct Fragment {
    tree: Tree,
    /// The piece with its surroundings.
    framed: String,
    /// The place of the piece in them.
    piece: Range<usize>,
    frame: &'static Frame,
}

/// Why a text is no fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The error, for people.
    pub message: &'static str,
}

impl Fragment {
    /// Parses `text`, which must be of this form as a whole.
    ///
    /// # Errors
    /// Text of another form, and text that nests too deeply, with the place.
    pub fn parse(text: &str, form: Form) -> Result<Self, Refusal> {
        let frame = form.frame();
        let framed = frame.around(text);
        let start = frame.before.len();
        let fragment = Fragment {
            tree: tree(&framed),
            framed,
            piece: start..start + text.len(),
            frame,
        };
        match fragment.refusal() {
            Some(refusal) => Err(refusal),
            None => Ok(fragment),
        }
    }

    /// The node that holds exactly the text: the parentheses around an expression, the block of
    /// statements, the body of a class.
    pub fn root(&self) -> Node<'_> {
        let root = self
            .holder()
            .expect("a text without its node is no fragment");
        Node::new(self, root)
    }

    fn refusal(&self) -> Option<Refusal> {
        if let Some(error) = first_error(self.tree.root_node()) {
            return Some(self.syntax_error(error));
        }
        let Some(holder) = self.holder() else {
            return Some(self.unexpected(0..self.piece.len()));
        };
        too_deep(holder).map(|deep| Refusal {
            range: self.place(deep),
            message: "nested too deeply",
        })
    }

    /// An error that begins before the text is one of the whole text.
    fn syntax_error(&self, error: tree_sitter::Node<'_>) -> Refusal {
        if error.start_byte() < self.piece.start {
            self.unexpected(0..self.piece.len())
        } else {
            self.unexpected(self.place(error))
        }
    }

    fn unexpected(&self, range: Range<usize>) -> Refusal {
        Refusal {
            range,
            message: self.frame.expected,
        }
    }

    /// The node that begins with the last byte before the text and ends with the first one behind
    /// the line break after it, if it is the one of the form.
    fn holder(&self) -> Option<tree_sitter::Node<'_>> {
        let whole = self.piece.start - 1..self.piece.end + 2;
        let found = self
            .tree
            .root_node()
            .descendant_for_byte_range(whole.start, whole.end - 1);
        found.filter(|node| GRAMMAR.kind(*node) == self.frame.holder && node.byte_range() == whole)
    }

    /// The bytes of the text that `node` covers.
    fn place(&self, node: tree_sitter::Node<'_>) -> Range<usize> {
        let within = |byte: usize| byte.clamp(self.piece.start, self.piece.end) - self.piece.start;
        within(node.start_byte())..within(node.end_byte())
    }
}

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser
        .set_language(&GRAMMAR.language)
        .expect("the Java grammar fits the linked tree-sitter");
    parser
        .parse(text, None)
        .expect("a parser with a language and no timeout gives a tree")
}

/// The first `ERROR` or `MISSING` node in text order.
fn first_error(root: tree_sitter::Node<'_>) -> Option<tree_sitter::Node<'_>> {
    if !root.has_error() {
        return None;
    }
    let mut node = root;
    loop {
        if node.is_error() || node.is_missing() {
            return Some(node);
        }
        let mut cursor = node.walk();
        node = node
            .children(&mut cursor)
            .find(|child| child.has_error() || child.is_missing())?;
    }
}

/// A node nested more than [`MAX_DEPTH`] below `root`, found without recursion.
fn too_deep(root: tree_sitter::Node<'_>) -> Option<tree_sitter::Node<'_>> {
    let mut cursor = root.walk();
    loop {
        if cursor.depth() as usize > MAX_DEPTH {
            return Some(cursor.node());
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
}
