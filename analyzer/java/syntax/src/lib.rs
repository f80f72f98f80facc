//! From the text of a compilation unit to its tree.
//!
//! A text goes through four steps: it is decoded and rewritten where the grammar has gaps ([`source`]), parsed by
//! tree-sitter-java, freed of what does not parse ([`containment`]), and converted ([`convert`]). Any text at all gives a
//! tree; what is not in it is listed in [`ast::Unit::damage`].

pub mod ast;
mod containment;
mod convert;
pub mod dump;
mod expected;
mod grammar;
mod literal;
mod source;

use std::collections::BTreeSet;

use tree_sitter::{Parser, Tree};

use ast::{Damage, Unit};
use containment::{Remains, contain};
use convert::{Converter, Limits};
use grammar::GRAMMAR;
use source::{Rewritten, Source, Text};

/// Levels of nesting that are converted on the caller's stack.
const SHALLOW: Limits = Limits { depth: 100, last_resort: false };

/// Levels of nesting that are converted at all.
const DEEP: Limits = Limits { depth: 120_000, last_resort: true };

/// The stack for [`DEEP`].
const STACK: usize = 1 << 30;

/// The tree of the compilation unit `text`.
///
/// Spans are those of `text`: bytes, lines from 1, columns from 1 in UTF-16 units. Never fails: what is not Java is in
/// [`Unit::damage`], and so is what nests too deeply. Linear in the length of the text.
pub fn parse(text: &str) -> Unit {
    read(text).unwrap_or_else(|message| unreadable(text, message))
}

fn read(written: &str) -> Result<Unit, &'static str> {
    let mut parser = Parser::new();
    parser.set_language(&GRAMMAR.language).map_err(|_| "the grammar does not fit the parser")?;
    let text = Text::new(written);
    let remains = remains(&text, &mut parser).ok_or("the parser gives no tree")?;
    let source = Source::new(&text, remains.rewritten);
    let mut unit = convert(&source, &remains.tree, &remains.hollow)?;
    for wound in remains.wounds {
        let (span, error) = (source.written_span(wound.part), source.written_span(wound.error));
        let within = unit.innermost_type(span);
        unit.damage.push(Damage { span, error, message: wound.message, within });
    }
    unit.damage.sort_by_key(|damage| (damage.span.start, damage.span.end));
    Ok(unit)
}

fn remains(text: &Text, parser: &mut Parser) -> Option<Remains> {
    let (tokens, edits) = text.tokens();
    let rewritten = Rewritten::new(text, 0..text.decoded().len(), &edits);
    let tree = parser.parse(&rewritten.bytes, None)?;
    match tree.root_node().has_error() {
        true => contain(text, &tokens, edits, parser),
        false => Some(Remains { rewritten, tree, wounds: Vec::new(), hollow: BTreeSet::new() }),
    }
}

/// Converts on this stack if that is enough, otherwise on a large one.
fn convert(source: &Source, tree: &Tree, hollow: &BTreeSet<usize>) -> Result<Unit, &'static str> {
    if let Ok(unit) = Converter::convert(source, tree.root_node(), hollow, SHALLOW) {
        return Ok(unit);
    }
    std::thread::scope(|scope| {
        let deep = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || Converter::convert(source, tree.root_node(), hollow, DEEP));
        let deep = deep.map_err(|_| "there is no room for the stack that this nesting needs")?;
        deep.join().ok().and_then(Result::ok).ok_or("the conversion failed")
    })
}

/// The unit of a text of which nothing can be said.
fn unreadable(text: &str, message: &str) -> Unit {
    let span = date::diagnostic::LineIndex::new(text).span(text, 0, text.len());
    Unit { damage: vec![Damage { span, error: span, message: message.to_owned(), within: None }], ..Unit::default() }
}
