//! From the text of a compilation unit to its tree.

pub mod ast;
mod convert;
pub mod dump;
mod grammar;
mod literal;
mod source;

use ast::Unit;
use convert::{Converter, Fault, Limits};
use grammar::GRAMMAR;
use source::Source;
use tree_sitter::{Parser, Tree};

/// Levels of nesting that are converted on the caller's stack.
const SHALLOW: Limits = Limits { depth: 100, last_resort: false };

/// Levels of nesting that are converted at all.
const DEEP: Limits = Limits { depth: 120_000, last_resort: true };

/// The tree of the compilation unit `text`.
pub fn parse(text: &str) -> Unit {
    let source = Source::new(text);
    let Some(tree) = parsed(source.parsed()) else { return Unit::default() };
    convert(&source, &tree)
}

fn parsed(text: &[u8]) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&GRAMMAR.language).ok()?;
    parser.parse(text, None)
}

fn convert(source: &Source, tree: &Tree) -> Unit {
    match Converter::convert(source, tree.root_node(), SHALLOW) {
        Ok(unit) => unit,
        Err(Fault::TooDeep | Fault::Wrong { .. }) => std::thread::scope(|scope| {
            let deep = std::thread::Builder::new()
                .stack_size(1 << 30)
                .spawn_scoped(scope, || Converter::convert(source, tree.root_node(), DEEP));
            deep.ok().and_then(|thread| thread.join().ok()).and_then(Result::ok).unwrap_or_default()
        }),
    }
}
