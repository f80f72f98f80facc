//! Switches, which are expressions or statements.

use text::Span;

use super::ids::{ExprId, StmtId};
use super::patterns::Pattern;

/// A switch.
#[derive(Debug, Clone)]
pub struct Switch {
    /// The value that is switched on.
    pub selector: ExprId,
    /// In order.
    pub cases: Vec<Case>,
    /// `->` instead of `:`.
    pub arrows: bool,
}

/// One group of labels and its body.
#[derive(Debug, Clone)]
pub struct Case {
    /// Labels (several for `case 1: case 2:` and `case 1, 2`).
    pub labels: Vec<Label>,
    /// `when` guard.
    pub guard: Option<ExprId>,
    /// Statements. After an arrow: one expression statement, block or throw.
    pub body: Vec<StmtId>,
    /// The place of the labels.
    pub span: Span,
}

/// A label.
#[derive(Debug, Clone)]
pub enum Label {
    /// A constant (an enum constant is a plain or qualified name).
    Constant(ExprId),
    /// A pattern.
    Pattern(Pattern),
    /// `null`.
    Null,
    /// `default`.
    Default,
}
