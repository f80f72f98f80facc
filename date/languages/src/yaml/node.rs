//! YAML as a tree with places. This file alone knows the YAML library.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

use crate::draft::Word;
use crate::java::Excerpt;
use text::{Diagnostic, Source};

/// A node of a YAML document.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub value: Value,
    /// Bytes of the file: of a scalar with its quotes, of a collection at least its beginning.
    pub range: Range<usize>,
}

/// The kinds of nodes.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// An empty value, `null` or `~`.
    Null,
    /// A scalar, as text whatever YAML takes it for: `no` and `12` are themselves.
    Scalar(String),
    Sequence(Vec<Node>),
    /// The entries in file order; keys are different scalars.
    Mapping(Vec<(Word, Node)>),
}

/// Reads one document.
///
/// # Errors
/// Text that YAML itself does not allow: bad indentation, duplicate keys, open quotes, several
/// documents.
pub(super) fn parse(source: &Source<'_>) -> Result<Node, Diagnostic> {
    match serde_saphyr::from_str::<Spanned<Tree>>(source.text) {
        Ok(tree) => node(tree, source),
        Err(error) => Err(syntax_error(&error, source)),
    }
}

fn syntax_error(error: &serde_saphyr::Error, source: &Source<'_>) -> Diagnostic {
    let start = error
        .location()
        .map_or(0, |location| range(&location, source).start);
    let line_end = source.text[start..]
        .find('\n')
        .map_or(source.text.len(), |len| start + len);
    let text = error.without_snippet().to_string();
    let message = text.lines().next().unwrap_or("unreadable").trim();
    let message = in_our_words(
        message
            .rsplit_once(" at line ")
            .map_or(message, |(message, _)| message),
    );

    let line_start = source.text[..start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let error = source.error(
        start..line_end,
        "yaml-syntax",
        format!("not YAML: {message}"),
    );
    let indentation = source.text[line_start..line_end]
        .split(|c: char| !c.is_whitespace())
        .next();
    if indentation.is_some_and(|blanks| blanks.contains('\t')) {
        return error.with_help("YAML is indented by spaces: write them in place of the tab");
    }
    let is_star = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());

    if source.text[line_start..line_end]
        .split_once(": *")
        .is_some_and(|(_, rest)| is_star(rest))
    {
        return error.with_help("write the event `*` in quotes: \"*\"");
    }
    error
}

/// Returns what the library says, without what it tells its own users.
fn in_our_words(message: &str) -> String {
    let twice = message
        .strip_prefix("duplicate mapping key: ")
        .and_then(|rest| rest.split(',').next());
    match twice {
        Some(key) => format!("the key `{key}` is written twice"),
        None => message
            .split_once("; use ")
            .map_or(message, |(message, _)| message)
            .to_owned(),
    }
}

/// The bytes at a location; columns are counted where the library gives no byte offset.
fn range(location: &Location, source: &Source<'_>) -> Range<usize> {
    let span = location.span();
    if let (Some(start), Some(len)) = (span.byte_offset(), span.byte_len()) {
        let start = source.text.floor_char_boundary(start as usize);
        let end = source
            .text
            .floor_char_boundary(start.saturating_add(len as usize));
        return start..end.max(start);
    }

    let before: usize = source
        .text
        .split_inclusive('\n')
        .take(location.line().max(1) as usize - 1)
        .map(str::len)
        .sum();
    let column = location.column().max(1) as usize - 1;
    let start = source.text[before..]
        .char_indices()
        .nth(column)
        .map_or(source.text.len(), |(at, _)| before + at);

    start..start
}

fn node(tree: Spanned<Tree>, source: &Source<'_>) -> Result<Node, Diagnostic> {
    let range = range(&tree.referenced, source);
    let value = match tree.value {
        Tree::Null => Value::Null,
        Tree::Text(text) => Value::Scalar(text),
        Tree::Plain => plain(&source.text[range.clone()]),
        Tree::Sequence(items) => Value::Sequence(
            items
                .into_iter()
                .map(|item| node(item, source))
                .collect::<Result<_, _>>()?,
        ),
        Tree::Mapping(entries) => Value::Mapping(
            entries
                .into_iter()
                .map(|(key, value)| Ok((word(key, source)?, node(value, source)?)))
                .collect::<Result<_, _>>()?,
        ),
    };

    Ok(Node { value, range })
}

fn plain(text: &str) -> Value {
    match text.trim() {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        text => Value::Scalar(text.to_owned()),
    }
}

fn word(key: Spanned<Tree>, source: &Source<'_>) -> Result<Word, Diagnostic> {
    let key = node(key, source)?;
    match key.value {
        Value::Scalar(text) => Ok(Word {
            text,
            range: key.range,
        }),
        _ => Err(source.error(key.range, "yaml-syntax", "a key must be a word")),
    }
}

/// A YAML value as the library hands it over.
enum Tree {
    Null,
    Text(String),
    /// A number or boolean: its text is taken from the file.
    Plain,
    Sequence(Vec<Spanned<Tree>>),
    Mapping(Vec<(Spanned<Tree>, Spanned<Tree>)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_none<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        Tree::deserialize(deserializer)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Tree, E> {
        Ok(Tree::Plain)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Tree, E> {
        Ok(Tree::Plain)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Tree, E> {
        Ok(Tree::Plain)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Tree, E> {
        Ok(Tree::Plain)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Tree, E> {
        Ok(Tree::Plain)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Tree, E> {
        Ok(Tree::Plain)
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut sequence = Vec::new();
        while let Some(item) = items.next_element()? {
            sequence.push(item);
        }
        Ok(Tree::Sequence(sequence))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut mapping = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            mapping.push(entry);
        }
        Ok(Tree::Mapping(mapping))
    }
}

/// The Java text of a scalar. Its lines are looked up in the file one after the other, so that
/// places in block scalars skip the indentation; a scalar with escapes or folded lines has but one
/// place for all of it.
pub(super) fn excerpt(text: &str, range: &Range<usize>, source: &Source<'_>) -> Excerpt {
    let mut excerpt = Excerpt::empty(range.start);
    let mut at = range.start;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        let Some(found) = source.text[at..range.end].find(content) else {
            let mut whole = Excerpt::empty(range.start);
            whole.push(text, range.clone());
            return whole;
        };
        let start = at + found;
        at = start + content.len();
        let newline = line.len() - content.len();
        excerpt.push(line, start..(at + newline).min(range.end));
    }

    excerpt
}
