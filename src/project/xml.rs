//! Build files in XML.

use std::path::Path;

use roxmltree::{Document, Node};
use text::{Diagnostic, LineIndex};

use crate::inputs::shown;

/// Parses XML.
///
/// # Errors
/// It is not well-formed, with the place.
pub fn parse<'a>(path: &Path, text: &'a str) -> Result<Document<'a>, Diagnostic> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let line = text
            .split_inclusive('\n')
            .take((at.row as usize).saturating_sub(1))
            .map(str::len)
            .sum::<usize>();
        let column = text[line..]
            .chars()
            .take((at.col as usize).saturating_sub(1))
            .map(char::len_utf8)
            .sum::<usize>();
        let start = (line + column).min(text.len());
        let span = LineIndex::new(text).span(text, start, start);
        Diagnostic::error(
            &shown(path),
            span,
            "build-file",
            format!("no well-formed XML: {error}"),
        )
        .with_source(text)
    })
}

/// The children of an element that are called `name`.
pub fn children<'a, 'i>(node: Node<'a, 'i>, name: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children()
        .filter(move |child| child.tag_name().name() == name)
}

/// The text of the first child that is called `name`.
pub fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    let child = children(node, name).next()?;
    Some(child.text().unwrap_or_default().trim().to_owned())
}
