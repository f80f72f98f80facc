//! Files: what stands outside specifications, and where specifications begin.

use super::cursor::Cursor;
use super::spec::spec;
use crate::mop::syntax::tree::{File, Import, Name, Preamble};
use text::{Diagnostic, Source, nearest};

/// After so many errors no more are looked for.
const MAX_ERRORS: usize = 100;

/// A whole file; see [`super::parse`].
pub(super) fn file(source: &Source<'_>) -> Result<File, Vec<Diagnostic>> {
    let mut cursor = Cursor::new(source);
    let mut file = File {
        preamble: Preamble::default(),
        specs: Vec::new(),
    };
    let mut errors = Vec::new();

    while !cursor.at_end() {
        let start = cursor.clone();
        if let Err(error) = item(&mut cursor, &mut file) {
            errors.push(error);
            if !recover(&mut cursor, start) || errors.len() == MAX_ERRORS {
                break;
            }
        }
    }

    if file.specs.is_empty() && errors.is_empty() {
        errors.push(cursor.expected("a specification"));
    }
    if errors.is_empty() {
        Ok(file)
    } else {
        Err(errors)
    }
}

/// After an error in the item at `start`: moves behind the item. For a statement that is where the
/// error was found.
fn recover(cursor: &mut Cursor<'_>, start: Cursor<'_>) -> bool {
    let begin = start.clone().here();
    if !is_spec(&start) {
        return cursor.here() > begin;
    }
    let mut after = start;
    while !after.at_end() && !after.next_is("{") {
        if after.skip().is_err() {
            return false;
        }
    }
    let skipped = after.block("{").is_ok();
    cursor.move_to(after.here());
    skipped
}

/// Returns whether words and then `(` or `{` are next.
fn is_spec(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    let statement = ["package", "import"]
        .iter()
        .any(|word| ahead.accept_word(word).is_some());
    !statement && !ahead.names().is_empty() && (ahead.next_is("(") || ahead.next_is("{"))
}

fn item(cursor: &mut Cursor<'_>, file: &mut File) -> Result<(), Diagnostic> {
    if is_spec(cursor) {
        let words = cursor.names();
        file.specs.push(spec(cursor, words)?);
    } else if !statement(cursor, &mut file.preamble)? {
        other(cursor, &mut file.preamble)?;
    }
    Ok(())
}

/// `package` or `import` with its name, if that is next.
pub(crate) fn statement(
    cursor: &mut Cursor<'_>,
    preamble: &mut Preamble,
) -> Result<bool, Diagnostic> {
    if cursor.accept_word("package").is_some() {
        package(cursor, preamble)?;
        return Ok(true);
    }
    let found = cursor.accept_word("import").is_some();
    if found {
        let is_static = cursor.accept_word("static").is_some();
        preamble.imports.push(Import {
            is_static,
            name: qualified(cursor, "the name of an import")?,
        });
    }
    Ok(found)
}

fn package(cursor: &mut Cursor<'_>, preamble: &mut Preamble) -> Result<(), Diagnostic> {
    let name = qualified(cursor, "the name of a package")?;
    match preamble.package.replace(name.clone()) {
        Some(first) => {
            let message = format!("the package is `{}` already", first.text);
            preamble.package = Some(first);
            Err(cursor.error(name.place, message))
        }
        None => Ok(()),
    }
}

/// `name(.name)*[.*];`.
fn qualified(cursor: &mut Cursor<'_>, what: &str) -> Result<Name, Diagnostic> {
    let mut name = cursor.word(what)?;
    while cursor.accept(".") {
        let next = if cursor.accept("*") {
            "*".to_owned()
        } else {
            cursor.word("a name or `*`")?.text
        };
        name.text = format!("{}.{next}", name.text);
        name.place = cursor.place_from(name.place.start);
        if next == "*" {
            break;
        }
    }

    cursor.expect(";")?;
    Ok(name)
}

/// An annotation, or a statement up to its `;`.
fn other(cursor: &mut Cursor<'_>, preamble: &mut Preamble) -> Result<(), Diagnostic> {
    const WHAT: &str = "`package`, `import` or a specification";
    let start = cursor.here();
    let first = cursor.peek_word();
    let near = first.and_then(|word| nearest(&word.text, ["import", "package"]));

    if let Some(near) = near {
        return Err(cursor
            .expected(WHAT)
            .with_help(format!("did you mean `{near}`?")));
    }
    if cursor.accept("@") {
        cursor.name("the name of an annotation")?;
        if cursor.next_is("(") {
            cursor.block("(")?;
        }
    } else {
        let mut ahead = cursor.clone();
        while !ahead.accept(";") {
            if ahead.at_end() || ahead.next_is("{") {
                return Err(cursor
                    .expected(WHAT)
                    .with_help("a specification is written `Name(Type name) { .. }`"));
            }
            ahead.skip()?;
        }
        cursor.move_to(ahead.position());
    }

    preamble.others.push(cursor.java(cursor.place_from(start)));
    Ok(())
}
