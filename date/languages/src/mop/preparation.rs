//! How JavaMOP takes a file apart before it parses the pieces: by lines and characters, knowing
//! little of Java.

use std::ops::Range;

use super::syntax::{Event, File, JavaText, Spec};
use crate::fidelity::Differences;
use date::code::lexical::{Lexeme, lexemes};
use text::Diagnostic;

/// The text without what `//` takes out of it, wherever that stands, if JavaMOP is followed; blanks
/// stand for it. Tells of each `//` that is no comment to Java.
pub(super) fn without_comments(text: &str, javamop: &Differences<'_>) -> String {
    for (kind, range) in lexemes(text) {
        for cut in cuts(text, range.clone())
            .filter(|cut| matters(kind, &text[range.clone()], &text[cut.clone()]))
        {
            let message = "`//` where no comment begins".to_owned();
            let does = "removes what follows it in the line";
            javamop.differs(cut, "mop-comment", message, does, "it is kept here");
        }
    }

    let mut prepared = text.to_owned();
    if javamop.follow_tool() {
        cuts(text, 0..text.len())
            .for_each(|cut| prepared.replace_range(cut.clone(), &" ".repeat(cut.len())));
    }

    prepared
}

/// Returns what JavaMOP removes, as far as it begins in `range`: one piece for each line.
fn cuts(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let start = range.start;
    let lines = text[range]
        .split_inclusive(['\n', '\r'])
        .scan(start, |at, line| {
            *at += line.len();
            Some((*at - line.len(), line))
        });
    lines.filter_map(move |(at, line)| {
        let begin = at + line.find("//")?;
        let end = text[begin..]
            .find(['\n', '\r'])
            .map_or(text.len(), |end| begin + end);
        Some(begin..end)
    })
}

/// Returns whether something is lost where a piece of a lexeme is cut: what stands in a comment
/// matters only as far as it ends it.
fn matters(kind: Lexeme, lexeme: &str, cut: &str) -> bool {
    match kind {
        Lexeme::Quoted => true,
        Lexeme::Comment => lexeme.starts_with("/*") && cut.contains("*/"),
        Lexeme::Space | Lexeme::Word | Lexeme::DoubleColon | Lexeme::Symbol => false,
    }
}

/// Tells of what JavaMOP finds elsewhere: ends of bodies, and the first event of a specification.
///
/// # Errors
/// JavaMOP is followed, and what it takes apart otherwise it cannot read.
pub(super) fn compare_pieces(
    file: &File,
    text: &str,
    javamop: &Differences<'_>,
) -> Result<(), Diagnostic> {
    for spec in &file.specs {
        compare_first_event(spec, text, javamop)?;
        let bodies = spec.events.iter().map(|event| &event.body);
        let handlers = spec
            .properties
            .iter()
            .flat_map(|property| &property.handlers)
            .map(|handler| &handler.body);
        bodies
            .chain(handlers)
            .try_for_each(|body| compare_end(body, text, javamop))?;
    }
    Ok(())
}

/// JavaMOP matches the braces of bodies with strings in mind, and neither characters nor comments.
fn compare_end(body: &JavaText, text: &str, javamop: &Differences<'_>) -> Result<(), Diagnostic> {
    let end = matching_brace(&text[body.place.start..]).map(|end| body.place.start + end);
    if end.is_some_and(|end| end >= body.place.end && text[body.place.end..end].trim().is_empty()) {
        return Ok(());
    }
    let message = "JavaMOP counts the braces and quotes in the comments and characters of this body: to it, it ends elsewhere";
    javamop.stops(
        body.place.range(),
        "mop-braces",
        message.to_owned(),
        "it is read as Java here",
    )
}

/// Returns where a body ends whose beginning this text is, as JavaMOP sees it.
fn matching_brace(text: &str) -> Option<usize> {
    let (mut depth, mut is_string, mut is_escaped) = (1usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' if !is_string => depth += 1,
            b'}' if !is_string => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }

    None
}

/// JavaMOP takes a specification apart at the first line that looks like an event.
fn compare_first_event(
    spec: &Spec,
    text: &str,
    javamop: &Differences<'_>,
) -> Result<(), Diagnostic> {
    let Some(first) = spec.events.first() else {
        return Ok(());
    };
    let begins = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let mut line = begins(spec.place.start);

    while line <= first.name.place.start {
        let end = text[line..]
            .find('\n')
            .map_or(text.len(), |end| line + end + 1);
        if looks_like_event(&text[line..end]) {
            break;
        }
        line = end;
    }

    if line == begins(first.name.place.start) && line == begins(first.place.start) {
        return Ok(());
    }

    let range = beginning(first);
    let message =
        "JavaMOP does not find this event, the first one: it looks for a line that begins with one"
            .to_owned();
    javamop.stops(
        range,
        "mop-first-event",
        message,
        "it is read here; let it begin a line, without another `event` above",
    )
}

fn beginning(event: &Event) -> Range<usize> {
    event.place.start..event.name.place.end
}

/// Returns whether JavaMOP takes a line for the first one of an event: words, `event`, a name and
/// `(`.
fn looks_like_event(line: &str) -> bool {
    let Some(head) = line.find('(').map(|open| &line[..open]) else {
        return false;
    };
    let is_before =
        |c: char| c.is_ascii_alphabetic() || c.is_whitespace() || matches!(c, '-' | '_');
    let is_after = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || c == '_';
    head.match_indices("event").any(|(at, word)| {
        let name = &head[at + word.len()..];
        head[..at].chars().all(is_before) && !name.is_empty() && name.chars().all(is_after)
    })
}
