//! The canonical text of a tree: s-expressions, statements and members on lines of their own.
//!
//! `class A { int f(int a) { return a + 1; } }` is
//! ```text
//! (class A
//!   (method int f (int a)
//!     (block
//!       (return (+ a 1)))))
//! ```
//! Nothing here recurses over expressions, statements or declarations: what is left to print stands
//! on a stack.

mod body;
mod declaration;
mod types;

use std::fmt;

use crate::ast::{ExprId, StmtId, TypeDeclId, Unit};
use body::{expression, statement};
use declaration::{header, type_declaration};
pub use types::type_text;

/// Something still to be printed.
pub(crate) enum Piece {
    /// As it is.
    Text(String),
    /// A line break and this many steps of indentation.
    Line(usize),
    /// An expression, on one line but for class bodies and blocks inside, which are at this depth.
    Expr(ExprId, usize),
    /// A statement at a depth.
    Stmt(StmtId, usize),
    /// A type declaration at a depth.
    Decl(TypeDeclId, usize),
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Piece::Text(text.to_owned())
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Piece::Text(text)
    }
}

/// Prints a unit; its damage comes last.
#[derive(Clone, Copy)]
pub struct Dump<'a>(pub &'a Unit);

impl fmt::Display for Dump<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        header(self.0, f)?;
        for &id in &self.0.types {
            print(self.0, Piece::Decl(id, 0), f)?;
            writeln!(f)?;
        }
        for damage in &self.0.damage {
            let (from, to, at) = (damage.span.start, damage.span.end, damage.error);
            writeln!(
                f,
                "(damage {from}..{to} at {}:{} {:?})",
                at.line, at.column, damage.message
            )?;
        }
        Ok(())
    }
}

/// The text of one expression.
pub fn expression_text(unit: &Unit, id: ExprId) -> String {
    One(unit, || Piece::Expr(id, 0)).to_string()
}

/// The text of one statement.
pub fn statement_text(unit: &Unit, id: StmtId) -> String {
    One(unit, || Piece::Stmt(id, 0)).to_string()
}

/// A piece by itself.
struct One<'a, F>(&'a Unit, F);

impl<F: Fn() -> Piece> fmt::Display for One<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(self.0, self.1(), f)
    }
}

fn print(unit: &Unit, piece: Piece, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut stack = vec![piece];
    while let Some(piece) = stack.pop() {
        let pieces = match piece {
            Piece::Text(text) => {
                f.write_str(&text)?;
                continue;
            }
            Piece::Line(depth) => {
                write!(f, "\n{:width$}", "", width = 2 * depth)?;
                continue;
            }
            Piece::Expr(id, depth) => expression(unit, id, depth),
            Piece::Stmt(id, depth) => statement(unit, id, depth),
            Piece::Decl(id, depth) => type_declaration(unit, id, depth),
        };
        stack.extend(pieces.into_iter().rev());
    }

    Ok(())
}
