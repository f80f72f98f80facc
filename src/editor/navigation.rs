//! From a name to its declaration, its uses, and a new name.

use std::collections::HashMap;

use languages::names::{Occurrence, Symbol, renamed};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentSymbol, Location, Position, Range,
    SymbolKind, TextEdit, WorkspaceEdit,
};

use text::LineIndex;

use super::document::Document;
use super::positions::{self, uri_of};
use super::program::{Place, Program};
use crate::wording::editor as wording;

/// The places where the name at a place is declared: in the property file, or in the sources of
/// the program.
pub fn definition(
    document: &Document,
    program: Option<&Program>,
    position: Position,
) -> Vec<Location> {
    let Some(name) = document.name_at(position) else {
        return Vec::new();
    };
    match &name.symbol {
        Symbol::Type(_) | Symbol::Member { .. } => {
            let places = program.map(|program| of_java(document, program, name));
            places
                .into_iter()
                .flatten()
                .filter_map(|place| location(&place))
                .collect()
        }
        symbol => {
            let all: Vec<&Occurrence> = document.places(symbol).collect();
            let declares = all.iter().filter(|found| found.declares);
            let first: Vec<&&Occurrence> = if all.iter().any(|found| found.declares) {
                declares.collect()
            } else {
                all.first().into_iter().collect()
            };
            first.iter().map(|found| here(document, found)).collect()
        }
    }
}

fn of_java(document: &Document, program: &Program, name: &Occurrence) -> Vec<Place> {
    let Some(specification) = &document.specification else {
        return Vec::new();
    };
    let class = |written: &str| program.class(specification, written);
    match &name.symbol {
        Symbol::Type(written) => class(written)
            .and_then(|class| program.declaration(&class))
            .into_iter()
            .collect(),
        Symbol::Member { of: Some(of), name } => class(of)
            .map(|class| program.members(&class, name))
            .unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn location(place: &Place) -> Option<Location> {
    let lines = LineIndex::new(&place.text);
    Some(Location::new(
        uri_of(&place.file)?,
        positions::range(&lines, &place.text, &place.name),
    ))
}

fn here(document: &Document, found: &Occurrence) -> Location {
    Location::new(document.uri.clone(), document.range(&found.range))
}

/// All places of the name at a place, with or without its declaration.
pub fn references(document: &Document, position: Position, declaration: bool) -> Vec<Location> {
    let Some(name) = document.name_at(position) else {
        return Vec::new();
    };
    let places = document.places(&name.symbol);
    let places = places.filter(|found| declaration || !found.declares);
    places.map(|found| here(document, found)).collect()
}

/// The places of the name at a place, to be marked.
pub fn highlights(document: &Document, position: Position) -> Vec<DocumentHighlight> {
    let Some(name) = document.name_at(position) else {
        return Vec::new();
    };
    let mark = |found: &Occurrence| DocumentHighlight {
        range: document.range(&found.range),
        kind: Some(if found.declares {
            DocumentHighlightKind::WRITE
        } else {
            DocumentHighlightKind::READ
        }),
    };
    document.places(&name.symbol).map(mark).collect()
}

/// The place of the name that can be changed at a place.
///
/// # Errors
/// There is none.
pub fn renamable(document: &Document, position: Position) -> Result<Range, String> {
    let name = document.name_at(position);
    let name = name.ok_or_else(|| wording::NOTHING_TO_RENAME.to_owned())?;
    match name.symbol {
        Symbol::Type(_) | Symbol::Member { .. } => {
            Err(wording::refusal(languages::names::Refusal::OfJava, ""))
        }
        _ => Ok(document.range(&name.range)),
    }
}

/// The edits that call the thing at a place `to`.
///
/// # Errors
/// Why it cannot be called so.
#[expect(
    clippy::mutable_key_type,
    reason = "the type of the protocol; addresses do not change"
)]
pub fn rename(document: &Document, position: Position, to: &str) -> Result<WorkspaceEdit, String> {
    renamable(document, position)?;
    let name = document.name_at(position);
    let name = name.ok_or_else(|| wording::NOTHING_TO_RENAME.to_owned())?;
    let sound = document
        .specification
        .as_ref()
        .filter(|_| document.is_sound());
    let specification = sound.ok_or_else(|| wording::MEND_FIRST.to_owned())?;

    let file = document.file();
    let places = renamed(
        (&file, &document.text),
        specification,
        (&name.symbol, to),
        |text| document.reread(text),
    );
    let places = places.map_err(|refusal| wording::refusal(refusal, to))?;
    let edits = places
        .iter()
        .map(|place| TextEdit::new(document.range(place), to.to_owned()));
    let changes = HashMap::from([(document.uri.clone(), edits.collect())]);
    Ok(WorkspaceEdit::new(changes))
}

/// The outline of a property file: its events, and its properties with their states.
pub fn outline(document: &Document) -> Vec<DocumentSymbol> {
    let mut outline: Vec<DocumentSymbol> = Vec::new();
    for found in document.names.iter().filter(|found| found.declares) {
        let name = document.text[found.range.clone()].to_owned();
        let range = document.range(&found.range);
        match &found.symbol {
            Symbol::Property(_) => outline.push(entry(name, SymbolKind::CLASS, range)),
            Symbol::Event(_) => outline.push(entry(name, SymbolKind::EVENT, range)),
            Symbol::Declared { .. } => outline.push(entry(name, SymbolKind::VARIABLE, range)),
            Symbol::State { .. } => {
                let state = entry(name, SymbolKind::ENUM_MEMBER, range);
                let mut properties = outline.iter_mut().rev();
                match properties.find(|above| above.kind == SymbolKind::CLASS) {
                    Some(property) => {
                        property.range.end = range.end;
                        property.children.get_or_insert_default().push(state);
                    }
                    None => outline.push(state),
                }
            }
            Symbol::Bound { .. } | Symbol::Type(_) | Symbol::Member { .. } => {}
        }
    }
    outline
}

#[expect(
    deprecated,
    reason = "a field of the protocol that has no other way to be left out"
)]
fn entry(name: String, kind: SymbolKind, range: Range) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: None,
    }
}
