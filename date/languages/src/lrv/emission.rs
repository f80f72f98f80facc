//! Java as LARVA writes it into monitors: it knows no Java, and copies tokens of its own. None of
//! them is a comment, and some of what stands between them is lost.

use std::ops::Range;

use super::cursor::Cursor;
use crate::java::Excerpt;
use date::code::lexical::{Lexeme, lexeme, lexemes};
use text::Diagnostic;

/// The method of LARVA's monitors that counts towards the release of the instance.
const RELEASE: &str = "_killThis";

/// Entry code.
///
/// # Errors
/// It calls what only LARVA's monitors have.
pub(super) fn entry_code(cursor: &Cursor<'_>, range: Range<usize>) -> Result<Excerpt, Diagnostic> {
    let java = cursor.java(range);
    warn_of_quotes(cursor, &java);
    refuse_release(cursor, &java)?;
    Ok(without_single_operators(cursor, &java))
}

/// A condition or an action of a transition.
///
/// # Errors
/// It calls what only LARVA's monitors have.
pub(super) fn transition_code(
    cursor: &Cursor<'_>,
    range: Range<usize>,
) -> Result<Excerpt, Diagnostic> {
    let java = cursor.java(range);
    warn_of_quotes(cursor, &java);
    refuse_release(cursor, &java)?;
    let java = without_hidden(cursor, &java);
    Ok(without_single_operators(cursor, &java).trimmed())
}

/// Refuses calls of the method by which LARVA's monitors release their instance.
fn refuse_release(cursor: &Cursor<'_>, java: &Excerpt) -> Result<(), Diagnostic> {
    let mut words = lexemes(java.text())
        .filter(|(kind, _)| *kind == Lexeme::Word)
        .map(|(_, range)| range);
    match words.find(|range| &java.text()[range.clone()] == RELEASE) {
        Some(range) => Err(cursor.unsupported(
            java.place(range),
            "`_killThis()`, a method of the monitors that LARVA generates,",
            "to release the instance, let the transition lead into a state in `ACCEPTING`",
        )),
        None => Ok(()),
    }
}

/// A `filter` or a `where`.
///
/// # Errors
/// LARVA is followed, and what it writes is no Java.
pub(super) fn event_code(cursor: &Cursor<'_>, range: Range<usize>) -> Result<Excerpt, Diagnostic> {
    let java = cursor.java(range);
    warn_of_quotes(cursor, &java);
    let comparisons = symbols(java.text()).filter(|(at, symbol)| {
        matches!(*symbol, "<" | ">") && java.text()[at + 1..].starts_with('=')
    });

    for (at, symbol) in comparisons {
        let message =
            format!("LARVA writes `{symbol}=` as `{symbol} =` here, which does not compile");
        cursor.larva.stops(
            java.place(at..at + 2),
            "lrv-comparison",
            message,
            "it is read as it is written",
        )?;
    }

    Ok(java)
}

/// Characters outside words, strings and comments.
fn symbols(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lexemes(text)
        .filter(|(kind, _)| *kind == Lexeme::Symbol)
        .map(|(_, range)| (range.start, &text[range]))
}

/// LARVA ends a string at the next quote, whatever stands before it.
fn warn_of_quotes(cursor: &Cursor<'_>, java: &Excerpt) {
    for (kind, range) in lexemes(java.text()) {
        let text = &java.text()[range.clone()];
        let inner = text
            .get(1..text.len().saturating_sub(1))
            .unwrap_or_default();
        if kind == Lexeme::Quoted && !text.starts_with("\"\"\"") && inner.contains('"') {
            let message = "a quote within a literal".to_owned();
            let here =
                "it is read as Java; put the text into a method or a constant of the program";
            cursor.larva.differs_for_good(
                java.place(range),
                "lrv-quote",
                message,
                "takes it for the end of a string",
                here,
            );
        }
    }
}

/// The code without `&` and `|` where they stand alone, if LARVA is followed.
fn without_single_operators(cursor: &Cursor<'_>, java: &Excerpt) -> Excerpt {
    let mut text = java.text().to_owned();
    let found: Vec<(usize, &str)> = symbols(java.text())
        .filter(|(_, symbol)| matches!(*symbol, "&" | "|"))
        .collect();
    let touches = |at: usize, other: &str| found.contains(&(at, other));

    for &(at, operator) in &found {
        if touches(at + 1, operator) || at > 0 && touches(at - 1, operator) {
            continue;
        }
        let message = format!("a single `{operator}`");
        let does = format!("loses it, so that `i {operator}= 2` is `i = 2` to it");
        if cursor.larva.differs(
            java.place(at..at + 1),
            "lrv-lost-operator",
            message,
            &does,
            "it is kept here",
        ) {
            text.replace_range(at..at + 1, " ");
        }
    }

    java.with_text(text)
}

/// The code of a transition without what `//` hides from LARVA, if LARVA is followed: lines do not
/// end there but behind `;` and strings.
fn without_hidden(cursor: &Cursor<'_>, java: &Excerpt) -> Excerpt {
    let mut text = java.text().to_owned();
    let mut at = 0;
    while let Some((kind, length)) = lexeme(&java.text()[at..]) {
        let comment = at..at + length;
        at = comment.end;
        if kind != Lexeme::Comment || !java.text()[comment.clone()].starts_with("//") {
            continue;
        }
        let end = end_of_line(java.text(), comment.start);
        if is_blank(&java.text()[comment.end.min(end)..comment.end.max(end)]) {
            continue;
        }
        let message = "a comment in a transition".to_owned();
        let does = "takes it to end behind the next `;` or string, wherever the line ends";
        if cursor.larva.differs(
            java.place(comment.clone()),
            "lrv-comment",
            message,
            does,
            "it ends with its line here",
        ) {
            let blank = " ".repeat(end - comment.start);
            text.replace_range(comment.start..end, &blank);
            at = end;
        }
    }

    java.with_text(text)
}

/// Returns where LARVA ends the line that goes on at `start`.
fn end_of_line(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let Some(stop) = rest.find([';', '"']) else {
        return text.len();
    };
    let is_string = rest[stop..].starts_with('"');
    let length = if is_string {
        rest[stop + 1..]
            .find('"')
            .map_or(rest.len() - stop, |close| close + 2)
    } else {
        1
    };
    start + stop + length
}

/// Returns whether a text is nothing but space and comments.
pub(super) fn is_blank(text: &str) -> bool {
    lexemes(text).all(|(kind, _)| kind.is_blank())
}
