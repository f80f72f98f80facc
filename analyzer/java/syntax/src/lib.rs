//! From the text of a compilation unit to its tree.
//!
//! A text goes through four steps: it is decoded and rewritten where the grammar has gaps
//! (`source`), parsed by tree-sitter-java, freed of what does not parse (`containment`), and
//! converted (`convert`). Any text at all gives a tree; what is not in it is listed in
//! [`ast::Unit::damage`]. A piece of Java outside a unit is a [`fragment`]. Only this crate knows the
//! parser and its grammar.

pub mod ast;
mod containment;
mod convert;
#[cfg(test)]
mod coverage;
pub mod dump;
mod expected;
pub mod fragment;
mod grammar;
mod literal;
mod source;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Point, Tree};

use ast::{Damage, Unit};
use containment::{Remains, contain};
use convert::{Converter, Limits};
use grammar::GRAMMAR;
use source::{Rewritten, Source, Text};

/// The first attempt is made on the caller's stack, the others on stacks of so many bytes. A level
/// takes at most 5 KiB.
const ATTEMPTS: [(Limits, usize); 3] = [
    (
        Limits {
            depth: 64,
            last_resort: false,
        },
        0,
    ),
    (
        Limits {
            depth: 25_000,
            last_resort: false,
        },
        1 << 28,
    ),
    (
        Limits {
            depth: 200_000,
            last_resort: true,
        },
        1 << 31,
    ),
];

/// The tree of the compilation unit `text`.
///
/// Spans are those of `text`: bytes, lines from 1, columns from 1 in UTF-16 units. Never fails:
/// what is not Java is in [`Unit::damage`], and so is what nests too deeply. Linear in the length
/// of the text.
///
/// ```
/// let unit = java_syntax::parse("package app; class Main { int x = ; void run() {} }");
/// assert_eq!((&*unit.package, unit.types.len()), ("app", 1));
/// assert_eq!(unit.damage.len(), 1, "the field is damaged, the rest is read");
/// ```
pub fn parse(text: &str) -> Unit {
    read(text).unwrap_or_else(|message| unreadable(text, message))
}

/// The tree of the compilation unit in `bytes`, which should be UTF-8.
///
/// Bytes that are not count as one character each; they do no harm in comments, and are damage
/// elsewhere. This holds for every encoding that has ASCII in the places of ASCII; a file in UTF-16
/// is damage as a whole.
pub fn parse_bytes(bytes: &[u8]) -> Unit {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(_) if matches!(bytes, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..]) => {
            unreadable(&readable(bytes), "the file is UTF-16: expected UTF-8")
        }
        Err(_) => parse(&readable(bytes)),
    }
}

/// `bytes` with a NUL in the place of each byte that is not UTF-8.
fn readable(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\0'));
    }
    text
}

fn read(written: &str) -> Result<Unit, &'static str> {
    let mut parser = Parser::new();
    parser
        .set_language(&GRAMMAR.language)
        .map_err(|_| "the grammar does not fit the parser")?;
    let text = Text::new(written);
    let remains = remains(&text, &mut parser).ok_or("the parser gives no tree")?;
    let source = Source::new(&text, remains.rewritten);
    let mut unit = convert(&source, &remains.tree, &remains.hollow)?;

    for wound in remains.wounds {
        let (span, error) = (
            source.written_span(wound.part),
            source.written_span(wound.error),
        );
        let within = unit.innermost_type(span);
        unit.damage.push(Damage {
            span,
            error,
            message: wound.message,
            within,
        });
    }

    unit.damage
        .sort_by_key(|damage| (damage.span.start, damage.span.end));
    Ok(unit)
}

fn remains(text: &Text, parser: &mut Parser) -> Option<Remains> {
    let (tokens, edits) = text.tokens();
    let rewritten = Rewritten::new(text, 0..text.decoded().len(), &edits);
    match sound_tree(&rewritten.bytes, parser) {
        None => contain(text, &tokens, edits, parser),
        Some(tree) => Some(Remains {
            rewritten,
            tree,
            wounds: Vec::new(),
            hollow: BTreeSet::new(),
        }),
    }
}

/// The parse of a text without errors. The parser is stopped at the first one, as recovery costs
/// more than parsing.
fn sound_tree(text: &[u8], parser: &mut Parser) -> Option<Tree> {
    let mut stops = |state: &ParseState| {
        if state.has_error() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut stops);
    let mut read = |at: usize, _: Point| text.get(at..).unwrap_or_default();
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    parser.reset();
    tree.filter(|tree| !tree.root_node().has_error())
}

/// Converts on this stack if that is enough, otherwise on a large one.
fn convert(source: &Source, tree: &Tree, hollow: &BTreeSet<usize>) -> Result<Unit, &'static str> {
    for (limits, stack) in ATTEMPTS {
        let attempt = || Converter::convert(source, tree.root_node(), hollow, limits);
        let unit = if stack == 0 {
            attempt().ok()
        } else {
            on_stack(stack, attempt)?
        };
        if let Some(unit) = unit {
            return Ok(unit);
        }
    }
    Err("the conversion failed")
}

/// Runs `attempt` on a stack of `bytes`; `None` if it fails.
fn on_stack<E: Send>(
    bytes: usize,
    attempt: impl FnOnce() -> Result<Unit, E> + Send,
) -> Result<Option<Unit>, &'static str> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(bytes)
            .spawn_scoped(scope, attempt);
        let thread =
            thread.map_err(|_| "there is no room for the stack that this nesting needs")?;
        thread
            .join()
            .map(Result::ok)
            .map_err(|_| "the conversion failed")
    })
}

/// The unit of a text of which nothing can be said.
fn unreadable(text: &str, message: &str) -> Unit {
    let span = text::LineIndex::new(text).span(text, 0, text.len());
    Unit {
        damage: vec![Damage {
            span,
            error: span,
            message: message.to_owned(),
            within: None,
        }],
        ..Unit::default()
    }
}
