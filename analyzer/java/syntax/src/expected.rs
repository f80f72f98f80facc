//! The expected symbols where a text does not parse.
//!
//! A tree with errors tells only how the parser went on. Where it stopped first, and in which
//! state, stands in its log: a version of the parse that finds no action for its lookahead says so
//! (`detect_error`), and when all versions have, one is resumed with recovery (`resume`). The
//! farthest place before that is the error.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex};

use tree_sitter::{Node, ParseOptions, Parser, Tree};

use crate::grammar::GRAMMAR;

/// An error in a parsed text.
pub(crate) struct Wrong {
    /// Bytes of the parsed text.
    pub place: Range<usize>,
    /// The error, for people.
    pub message: String,
}

/// Logs are long; a text beyond this many bytes is not parsed again for the sake of a message.
const LOGGED: usize = 1 << 20;

/// The first error of `tree`, the parse of `text`, of which only `..end` was written.
pub(crate) fn first_error(tree: &Tree, text: &[u8], end: usize) -> Wrong {
    let node = first_error_node(tree);
    let Some(stop) = (text.len() <= LOGGED).then(|| first_stop(text)).flatten() else {
        return Wrong {
            place: node.byte_range(),
            message: "this is not Java".to_owned(),
        };
    };
    let start = stop.offset
        + text[stop.offset..]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();

    let found = token_at(text, start);
    let between = text
        .get(node.start_byte()..start)
        .is_some_and(|gap| gap.iter().all(u8::is_ascii_whitespace));
    let expected = if node.is_missing() && !node.is_named() && between {
        format!("`{}`", node.kind())
    } else {
        expectation(stop.state)
    };

    Wrong {
        message: format!(
            "expected {expected}, found {}",
            shown(&text[..end], found.clone())
        ),
        place: found,
    }
}

/// The first error or missing node, or the last node on the way to it.
fn first_error_node(tree: &Tree) -> Node<'_> {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let is_it = node.is_missing() || node.is_error();
        if is_it || node.has_error() && !cursor.goto_first_child() {
            return node;
        }
        while !cursor.node().has_error() {
            if !cursor.goto_next_sibling() {
                return cursor.node();
            }
        }
    }
}

/// The place where a parse stopped, and the state it was in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Stop {
    offset: usize,
    state: u16,
}

/// The messages of the log so far, summed up.
#[derive(Default)]
struct Log {
    current: Stop,
    farthest: Option<Stop>,
    recovers: bool,
}

impl Log {
    fn read(&mut self, message: &str, lines: &[usize]) {
        if self.recovers {
            return;
        }
        if let Some(numbers) = message.strip_prefix("process version:") {
            self.current = stop(numbers, lines).unwrap_or_default();
        } else if message.starts_with("detect_error") {
            self.farthest = self.farthest.max(Some(self.current));
        } else if message.starts_with("resume version:") {
            self.recovers = true;
        }
    }
}

/// Reads `0, version_count:1, state:9, row:0, col:19`.
fn stop(numbers: &str, lines: &[usize]) -> Option<Stop> {
    let number = |name: &str| {
        let (_, rest) = numbers.split_once(name)?;
        rest.split(',').next()?.trim().parse::<usize>().ok()
    };
    let line = lines.get(number("row:")?)?;
    Some(Stop {
        offset: line + number("col:")?,
        state: number("state:")?.try_into().ok()?,
    })
}

/// Returns the place where the parse of `text` first stops for good.
fn first_stop(text: &[u8]) -> Option<Stop> {
    let breaks = text
        .iter()
        .enumerate()
        .filter(|&(_, &b)| b == b'\n')
        .map(|(at, _)| at + 1);
    let lines: Vec<usize> = std::iter::once(0).chain(breaks).collect();
    let log = Arc::new(Mutex::new(Log::default()));
    let mut parser = Parser::new();
    parser.set_language(&GRAMMAR.language).ok()?;
    let writer = Arc::clone(&log);
    parser.set_logger(Some(Box::new(move |_, message| {
        if let Ok(mut log) = writer.lock() {
            log.read(message, &lines);
        }
    })));

    let mut stops = |_: &tree_sitter::ParseState| {
        if log.lock().is_ok_and(|log| log.recovers) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut stops);
    let mut read = |at: usize, _: tree_sitter::Point| text.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options));
    let farthest = log.lock().ok()?.farthest;

    farthest.filter(|stop| stop.offset <= text.len())
}

/// Describes the symbols that the grammar accepts in `state`.
fn expectation(state: u16) -> String {
    let symbols = lookahead(state);
    let accepts = |symbol: &str| symbols.contains(&symbol);
    let words = match () {
        () if accepts("catch") => "`catch`, `finally` or a statement",
        () if accepts("while") && accepts("end") => "a declaration",
        () if accepts("while") => "a statement or `}`",
        () if accepts("decimal_integer_literal") => "an expression",
        () if accepts("instanceof") => "an operator or the end of the expression",
        () if accepts("class") => "a declaration",
        () if accepts("identifier") && accepts("int") => "a type",
        () if accepts("identifier") => "a name",
        () => return listed(&symbols),
    };
    words.to_owned()
}

/// The tokens that can follow in `state`, by the grammar's names.
fn lookahead(state: u16) -> Vec<&'static str> {
    let Some(mut symbols) = GRAMMAR.language.lookahead_iterator(state) else {
        return Vec::new();
    };
    let ids: Vec<u16> = symbols.by_ref().collect();
    ids.into_iter()
        .filter_map(|id| GRAMMAR.language.node_kind_for_id(id))
        .collect()
}

/// Punctuation among `symbols`, most telling first.
fn listed(symbols: &[&str]) -> String {
    const TELLING: [&str; 12] = [";", "=", ",", ")", "(", "{", "}", "]", "[", ":", "->", ">"];
    let signs = TELLING
        .iter()
        .filter(|sign| symbols.contains(sign))
        .take(4)
        .map(|sign| format!("`{sign}`"));
    let signs: Vec<String> = signs.collect();
    match signs.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// The word or sign at `start`.
fn token_at(text: &[u8], start: usize) -> Range<usize> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | 0x80..);
    let length = text[start..].iter().take_while(|b| is_word(b)).count();
    start..start + length.max(usize::from(start < text.len()))
}

fn shown(text: &[u8], token: Range<usize>) -> String {
    match text.get(token) {
        None | Some([]) => "the end".to_owned(),
        Some(token) => format!("`{}`", String::from_utf8_lossy(token)),
    }
}
