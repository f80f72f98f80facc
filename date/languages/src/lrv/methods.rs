//! METHODS.

use std::ops::Range;

use super::Beside;
use super::cursor::Cursor;
use crate::java::Excerpt;
use date::code::lexical::lexemes;
use text::Diagnostic;

/// Reads the text between the braces of METHODS: lines `import path;`, each of which makes the
/// contents of the file members of a class `SC`, and then methods. `None` for an empty block.
///
/// # Errors
/// An import without its `;`, and a file that cannot be read.
pub(super) fn methods(
    cursor: &mut Cursor<'_>,
    beside: Beside<'_>,
) -> Result<Option<Excerpt>, Diagnostic> {
    let mut helpers = Vec::new();
    while cursor.accept_word("import").is_some() {
        let path = cursor.until(&[';']);
        cursor.expect(";")?;
        let name = cursor.slice(path.clone()).trim();
        match beside(name) {
            Ok(text) => helpers.push((text.replace("%%", "//"), path)),
            Err(reason) => {
                let message = format!("cannot read the methods in `{name}`: {reason}");
                let error = cursor.source.error(path, "unreadable", message);
                return Err(error.with_help("the path is relative to the script"));
            }
        }
    }

    let rest = cursor.until(&[]);
    let rest = rest.start..rest.start + pasted(cursor, rest);
    let mut methods = cursor.java(rest);
    if let Some((_, first)) = helpers.first() {
        methods.push("\npublic static class SC {\n", first.clone());
        helpers
            .iter()
            .for_each(|(text, path)| methods.push(text, path.clone()));
        methods.push("\n}", first.clone());
    }

    Ok(Some(methods.trimmed()).filter(|methods| !methods.text().is_empty()))
}

/// How much of the text of METHODS counts: LARVA pastes what stands before the last `}`.
fn pasted(cursor: &Cursor<'_>, text: Range<usize>) -> usize {
    let java = cursor.slice(text.clone());
    let end = java.rfind('}').map_or(0, |brace| brace + 1);
    let Some((_, dropped)) = lexemes(&java[end..]).find(|(kind, _)| !kind.is_blank()) else {
        return java.len();
    };
    let place = text.start + end + dropped.start..text.end;
    let message = "METHODS that end with something else than a method".to_owned();

    if cursor.larva.differs(
        place,
        "lrv-methods",
        message,
        "drops what stands behind the last `}`",
        "it is read here",
    ) {
        end
    } else {
        java.len()
    }
}
