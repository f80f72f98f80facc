//! Places of pieces of code in their property file. Formats drop what belongs to them, such as
//! comments, the indentation of blocks, and backslashes of quoted text: the place is found by
//! reading both texts side by side.

use date::code::Code;
use text::{LineIndex, Span};

/// Finds the place of byte `offset` of a piece of code in the file. Without the text of the file,
/// or where it does not lead to the code, the code is taken to stand there as it is.
pub fn place(file: Option<&str>, code: &Code, offset: usize) -> Span {
    let found = file.and_then(|file| Some((file, at_in_file(file, code, offset)?)));
    match found {
        Some((file, at)) => Span {
            end: code.span.end,
            ..LineIndex::new(file).span(file, at, at)
        },
        None => verbatim(code, offset),
    }
}

fn at_in_file(file: &str, code: &Code, offset: usize) -> Option<usize> {
    let mut at = code.span.start as usize;
    for (_, wanted) in code
        .text
        .char_indices()
        .take_while(|&(position, _)| position < offset)
    {
        at = behind(file, at, wanted)?;
    }
    let next = code.text[offset..].chars().next();
    next.map_or(Some(at), |next| {
        Some(behind(file, at, next)? - next.len_utf8())
    })
}

/// The place behind the next character of the file that is the one wanted; others before it are
/// dropped ones.
fn behind(file: &str, at: usize, wanted: char) -> Option<usize> {
    let is_it = |c: char| c == wanted || c.is_whitespace() && wanted.is_whitespace();
    let line_breaks = |text: &str| text.matches('\n').count();
    let (dropped, found) = file.get(at..)?.char_indices().find(|&(_, c)| is_it(c))?;
    (line_breaks(&file[at..at + dropped]) <= 2).then_some(at + dropped + found.len_utf8())
}

fn verbatim(code: &Code, offset: usize) -> Span {
    let before = &code.text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[line_start..].encode_utf16().count() as u32;
    let lines = before.matches('\n').count() as u32;
    let first_column = if lines == 0 { code.span.column } else { 1 };
    Span {
        start: code.span.start + offset as u32,
        end: code.span.end,
        line: code.span.line + lines,
        column: first_column + column,
    }
}
