//! A file of models as YAML has it. This file alone knows the YAML library.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};
use text::{Diagnostic, LineIndex, Span};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) version: Spanned<u32>,
    /// Parts besides the built-in ones.
    #[serde(default)]
    pub(super) parts: Vec<Spanned<String>>,
    /// A place for anchors; what stands here is used through aliases only.
    #[serde(default, rename = "shared")]
    _shared: Option<Entries<Spanned<Statements>>>,
    #[serde(default)]
    pub(super) kinds: Entries<KindEntry>,
    #[serde(default)]
    pub(super) statics: Entries<Entries<Spanned<Statements>>>,
}

/// One kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindEntry {
    #[serde(default)]
    pub(super) extends: Vec<Spanned<String>>,
    #[serde(default, rename = "type")]
    pub(super) ty: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) classes: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) library: bool,
    #[serde(default)]
    pub(super) subclasses: bool,
    #[serde(default)]
    pub(super) opaque: bool,
    #[serde(default)]
    pub(super) empty: bool,
    #[serde(default)]
    pub(super) keeps: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) constructors: Entries<Spanned<Statements>>,
    #[serde(default)]
    pub(super) methods: Entries<Spanned<Statements>>,
}

/// A mapping in file order, with the places of its keys. Duplicate keys are left to the caller.
#[derive(Debug)]
pub(super) struct Entries<V>(pub(super) Vec<(Spanned<String>, V)>);

/// A statement, or a list of them; lists nest, so that an alias can stand for several statements.
#[derive(Debug)]
pub(super) enum Statements {
    One(String),
    Many(Vec<Spanned<Statements>>),
}

/// Reads the YAML.
///
/// # Errors
/// Text that is no YAML, or not shaped like a file of models.
pub(super) fn parse(text: &str, file: &str) -> Result<File, Diagnostic> {
    serde_saphyr::from_str(text).map_err(|error| {
        let message = error.without_snippet().to_string();
        let message = message.lines().next().unwrap_or("unreadable").trim();
        let message = message
            .rsplit_once(" at line ")
            .map_or(message, |(message, _)| message);
        let span = error.location().map_or(Span::default(), |location| {
            span(&location, text, &LineIndex::new(text))
        });
        Diagnostic::error(
            file,
            span,
            "yaml-syntax",
            format!("not a file of models: {message}"),
        )
        .with_source(text)
    })
}

/// The place of a value in the text that the index was made of. O(log n).
pub(super) fn span(location: &Location, text: &str, lines: &LineIndex) -> Span {
    let span = location.span();
    match (span.byte_offset(), span.byte_len()) {
        (Some(start), Some(len)) => lines.span(
            text,
            start as usize,
            (start as usize).saturating_add(len as usize),
        ),
        _ => Span {
            line: location.line() as u32,
            column: location.column() as u32,
            ..Span::default()
        },
    }
}

impl Statements {
    /// The statements, lists in lists opened, each with its place.
    pub(super) fn flat(spanned: &Spanned<Statements>) -> Vec<(&str, Location)> {
        match &spanned.value {
            Statements::One(text) => vec![(text, spanned.referenced)],
            Statements::Many(list) => list.iter().flat_map(Statements::flat).collect(),
        }
    }
}

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<V> {
    type Value = Entries<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

impl<'de> Deserialize<'de> for Statements {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StatementsVisitor)
    }
}

struct StatementsVisitor;

impl<'de> Visitor<'de> for StatementsVisitor {
    type Value = Statements;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a statement or a list of statements")
    }

    fn visit_str<E>(self, text: &str) -> Result<Statements, E> {
        Ok(Statements::One(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Statements, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Statements::Many(list))
    }
}
