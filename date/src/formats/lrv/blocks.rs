//! The script, its contexts and their variables.

use std::ops::Range;

use super::cursor::Cursor;
use super::{events, properties};
use crate::code::parse;
use crate::diagnostic::Diagnostic;
use crate::formats::draft::{DraftContext, DraftParameter, DraftSpecification, DraftVariable, Word};
use crate::model::Identity;

/// The whole script.
pub(super) fn script(cursor: &mut Cursor<'_>) -> Result<DraftSpecification, Diagnostic> {
    let imports = match cursor.accept_section("IMPORTS") {
        Some(_) => {
            let block = cursor.block("{")?;
            imports(&mut cursor.within(block))?
        }
        None => Vec::new(),
    };
    if cursor.accept_section("GLOBAL").is_none() {
        return Err(cursor.expected("`GLOBAL`"));
    }
    let block = cursor.block("{")?;
    let mut contexts = vec![DraftContext::new(None, block.clone())];
    context(&mut cursor.within(block), 0, &mut contexts)?;
    let methods = match cursor.accept_section("METHODS") {
        Some(_) => {
            let block = cursor.block("{")?;
            refuse_imported_methods(&mut cursor.within(block.clone()))?;
            Some(cursor.java(block)).filter(|methods| !methods.text().is_empty())
        }
        None => None,
    };
    if !cursor.at_end() {
        let what = "the end of the script (the order is IMPORTS, GLOBAL, METHODS)";
        return Err(cursor.expected(what));
    }
    Ok(DraftSpecification { imports, methods, contexts })
}

fn imports(cursor: &mut Cursor<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut imports = Vec::new();
    while !cursor.at_end() {
        if cursor.accept_word("import").is_none() {
            return Err(cursor.expected("`import`"));
        }
        let name = cursor.until(&[';']);
        let text = cursor.slice(name.clone()).split_whitespace().collect::<Vec<&str>>().join(" ");
        imports.push(Word { text, range: name });
        cursor.expect(";")?;
    }
    Ok(imports)
}

fn refuse_imported_methods(cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    match cursor.peek_word().filter(|word| word.text == "import") {
        Some(word) => Err(cursor.unsupported(word.range, "`import` in METHODS")),
        None => Ok(()),
    }
}

/// What stands between the braces of `GLOBAL` or `FOREACH`; `position` is that of the context in `contexts`.
fn context(cursor: &mut Cursor<'_>, position: usize, contexts: &mut Vec<DraftContext>) -> Result<(), Diagnostic> {
    if let Some(word) = cursor.accept_section("INVARIANTS") {
        return Err(cursor.unsupported(word.range, "INVARIANTS"));
    }
    if cursor.accept_section("VARIABLES").is_some() {
        let block = cursor.block("{")?;
        variables(&mut cursor.within(block), &mut contexts[position])?;
    }
    if cursor.accept_section("EVENTS").is_some() {
        let block = cursor.block("{")?;
        contexts[position].events = events::events(&mut cursor.within(block), position, contexts)?;
    }
    while cursor.accept_section("PROPERTY").is_some() {
        let name = cursor.word("the name of the property")?;
        let block = cursor.block("{")?;
        contexts[position].properties.push(properties::property(&mut cursor.within(block), name)?);
    }
    while cursor.accept_section("FOREACH").is_some() {
        foreach(cursor, position, contexts)?;
    }
    match cursor.at_end() {
        true => Ok(()),
        false => Err(cursor
            .expected("the end of the context")
            .with_help("the order is VARIABLES, EVENTS, PROPERTY, FOREACH; LARVA ignores what is out of order")),
    }
}

fn foreach(cursor: &mut Cursor<'_>, parent: usize, contexts: &mut Vec<DraftContext>) -> Result<(), Diagnostic> {
    let header = cursor.block("(")?;
    let parameters = parameters(&mut cursor.within(header.clone()))?;
    let block = cursor.block("{")?;
    let position = contexts.len();
    contexts.push(DraftContext { parameters, ..DraftContext::new(Some(parent), header) });
    context(&mut cursor.within(block), position, contexts)
}

/// `type name (',' type name)*`.
fn parameters(cursor: &mut Cursor<'_>) -> Result<Vec<DraftParameter>, Diagnostic> {
    let mut parameters = Vec::new();
    loop {
        let ty = cursor.ty().ok_or_else(|| cursor.expected("a type"))?;
        let name = cursor.word("the name of a parameter")?;
        parameters.push(DraftParameter { name, ty: ty.text, identity: Identity::Equals });
        for clause in ["equateUsing", "stringUsing"] {
            if let Some(word) = cursor.accept_word(clause) {
                return Err(cursor.unsupported(word.range, &format!("`{clause}`")));
            }
        }
        if cursor.at_end() {
            return Ok(parameters);
        }
        cursor.expect(",")?;
    }
}

/// Declarations of Java; `Clock` and `Channel` are types of their own, whose initial values mean nothing.
fn variables(cursor: &mut Cursor<'_>, context: &mut DraftContext) -> Result<(), Diagnostic> {
    let block = cursor.until(&[]);
    let text = cursor.slice(block.clone());
    let place = |range: Range<usize>| block.start + range.start..block.start + range.end;
    let declarations = parse::declarations(text).map_err(|error| cursor.error(place(error.range), error.message))?;
    for declaration in declarations {
        let modifiers = declaration.modifiers.map(&place);
        if let Some(modifiers) = modifiers.filter(|range| !is_access(cursor.slice(range.clone()))) {
            let construct = format!("the modifier `{}`", cursor.slice(modifiers.clone()));
            return Err(cursor.unsupported(modifiers, &construct));
        }
        let name = Word { text: text[declaration.name.clone()].to_owned(), range: place(declaration.name) };
        match declaration.ty.as_str() {
            "Clock" => context.clocks.push(name),
            "Channel" => context.channels.push(name),
            _ => {
                let initial = declaration.initial.map(|range| cursor.java(place(range)));
                context.variables.push(DraftVariable { name, ty: declaration.ty, initial });
            }
        }
    }
    Ok(())
}

/// Modifiers that mean nothing to a monitor.
fn is_access(modifiers: &str) -> bool {
    modifiers.split_whitespace().all(|word| matches!(word, "public" | "protected" | "private" | "final"))
}
