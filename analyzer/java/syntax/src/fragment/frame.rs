//! The frame around a piece of Java while it is parsed.

use crate::grammar::Kind;

/// The form of a piece of Java.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One expression.
    Expression,
    /// Any number of statements of a method.
    Statements,
    /// Any number of members of a class.
    Members,
}

/// How a piece is surrounded, and what it must turn out to be.
#[derive(Debug)]
pub(super) struct Frame {
    /// Ends with the byte that opens the holder.
    pub before: &'static str,
    /// Begins with a line break, which ends a comment, and the byte that closes the holder.
    after: &'static str,
    /// The node that the piece forms with the byte before it and the two behind it.
    pub holder: Kind,
    /// The message about any other text.
    pub expected: &'static str,
}

const EXPRESSION: Frame = Frame {
    before: "class $ { Object $() { return (",
    after: "\n); } }",
    holder: Kind::Parenthesized,
    expected: "not a Java expression",
};
const STATEMENTS: Frame = Frame {
    before: "class $ { void $() {",
    after: "\n} }",
    holder: Kind::Block,
    expected: "not a sequence of Java statements",
};
const MEMBERS: Frame = Frame {
    before: "class $ {",
    after: "\n}",
    holder: Kind::ClassBody,
    expected: "not a sequence of Java methods",
};

impl Form {
    pub(super) fn frame(self) -> &'static Frame {
        match self {
            Form::Expression => &EXPRESSION,
            Form::Statements => &STATEMENTS,
            Form::Members => &MEMBERS,
        }
    }
}

impl Frame {
    /// `piece` with its surroundings.
    pub fn around(&self, piece: &str) -> String {
        format!("{}{piece}{}", self.before, self.after)
    }
}
