//! Diagnostics as text for people, in the form that rustc made known: what is wrong, where, the
//! line with a marker under the place, what to do.

use std::io::Write;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use text::{Diagnostic, Severity, Span};

/// Columns of a rendered line; longer source lines are cut around the marker.
const WIDTH: usize = 120;

/// Writes diagnostics to stderr, with colours where it is a terminal and `NO_COLOR` is not set.
pub fn to_stderr<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> std::io::Result<()> {
    let mut stderr = anstream::stderr().lock();
    for diagnostic in diagnostics {
        writeln!(stderr, "{}\n", styled(diagnostic))?;
    }
    Ok(())
}

/// One diagnostic with terminal styles.
fn styled(diagnostic: &Diagnostic) -> String {
    Renderer::styled()
        .term_width(WIDTH)
        .render(&[report(diagnostic)])
}

/// A decision about a generator or a transition.
#[derive(Debug)]
pub struct Decision<'a> {
    /// `kept` or `silenced`, `stays` or `removed`.
    pub fate: &'static str,
    /// The step that silenced or removed it.
    pub step: Option<&'static str>,
    /// Which it is.
    pub what: String,
    /// Its file.
    pub file: String,
    /// Its place; line 0 if it has none. Without bytes it is that of a word.
    pub span: Span,
    /// One sentence.
    pub why: &'a str,
    /// Further facts, a sentence each.
    pub notes: Vec<String>,
}

/// A decision with terminal styles, in the form of a diagnostic, with `source_line` if there is
/// one.
pub fn decision(decision: &Decision<'_>, source_line: Option<&str>) -> String {
    let title = Level::INFO
        .with_name(decision.fate)
        .primary_title(&decision.what);
    let title = match decision.step {
        Some(step) => title.id(step),
        None => title,
    };
    let group = match source_line {
        Some(line) => {
            let span = decision.span;
            let start = byte_of_column(line, span.column);
            let word = start..start + word(line, span.column).len();
            let range = if span.end > span.start {
                marked(line, span)
            } else {
                word
            };
            let snippet = Snippet::source(line)
                .path(&decision.file)
                .line_start(span.line as usize);
            title.element(snippet.annotation(AnnotationKind::Primary.span(range)))
        }
        None => title.element(origin(
            &decision.file,
            decision.span.line,
            decision.span.column,
        )),
    };

    let why = group.element(Level::NOTE.with_name("why").message(decision.why));
    let whole = decision
        .notes
        .iter()
        .fold(why, |group, note| group.element(Level::NOTE.message(note)));
    Renderer::styled().term_width(WIDTH).render(&[whole])
}

/// A place with its line.
#[derive(Debug, Clone)]
pub struct Excerpt {
    /// Its file.
    pub file: String,
    /// The place in it.
    pub span: Span,
    /// The line, if it can be shown.
    pub line: Option<String>,
}

/// One clause of an explanation.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its kind: `value`, `note`, ..
    pub name: &'static str,
    /// One line.
    pub text: String,
    /// Where.
    pub excerpt: Option<Excerpt>,
}

/// An explanation with terminal styles, in the form of a diagnostic: the first clause is what it is
/// about, the others follow as notes. Ends with a line break.
pub fn clauses(clauses: &[Clause]) -> String {
    let groups: Vec<Group<'_>> = clauses
        .iter()
        .enumerate()
        .map(|(index, clause)| group(index == 0, clause))
        .collect();
    Renderer::styled().term_width(WIDTH).render(&groups) + "\n"
}

fn group(is_first: bool, clause: &Clause) -> Group<'_> {
    let title = if is_first {
        Level::INFO
            .with_name(clause.name)
            .primary_title(&clause.text)
    } else {
        Level::NOTE
            .with_name(clause.name)
            .secondary_title(&clause.text)
    };
    match &clause.excerpt {
        None => Group::with_title(title),
        Some(Excerpt {
            file,
            span,
            line: None,
        }) => title.element(
            Origin::path(file)
                .line(span.line as usize)
                .char_column(span.column as usize),
        ),
        Some(Excerpt {
            file,
            span,
            line: Some(line),
        }) => {
            let snippet = Snippet::source(line)
                .path(file)
                .line_start(span.line as usize);
            title.element(snippet.annotation(AnnotationKind::Primary.span(marked(line, *span))))
        }
    }
}

/// The Java identifier or keyword at a column of a line, from 1 in UTF-16 units. It is empty if
/// there is none.
pub fn word(line: &str, column: u32) -> &str {
    let text = &line[byte_of_column(line, column)..];
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    &text[..end.unwrap_or(text.len())]
}

fn report(diagnostic: &Diagnostic) -> Group<'_> {
    let title = level(diagnostic.severity)
        .primary_title(&diagnostic.message)
        .id(&diagnostic.code);
    let group = match &diagnostic.source_line {
        Some(line) => title.element(
            Snippet::source(line)
                .path(&diagnostic.file)
                .line_start(diagnostic.span.line as usize)
                .annotation(AnnotationKind::Primary.span(marked(line, diagnostic.span))),
        ),
        None if diagnostic.file.is_empty() => Group::with_title(title),
        None => title.element(origin(
            &diagnostic.file,
            diagnostic.span.line,
            diagnostic.span.column,
        )),
    };

    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(help)),
        None => group,
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}

fn origin(file: &str, line: u32, column: u32) -> Origin<'_> {
    let origin = Origin::path(file);
    match line {
        0 => origin,
        line => origin.line(line as usize).char_column(column as usize),
    }
}

/// The bytes of `line` at a place; what goes on in the next lines is left out.
pub fn marked(line: &str, span: Span) -> Range<usize> {
    let start = byte_of_column(line, span.column);
    let length = span.end.saturating_sub(span.start) as usize;
    let end = line.floor_char_boundary((start + length).min(line.len()));
    start..end.max(start)
}

/// The byte at a column, from 1 in UTF-16 units; past the end of the line its length.
fn byte_of_column(line: &str, column: u32) -> usize {
    let mut units = 1;
    for (at, character) in line.char_indices() {
        if units >= column {
            return at;
        }
        units += character.len_utf16() as u32;
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use text::LineIndex;

    use super::*;

    fn plain(diagnostic: &Diagnostic) -> String {
        Renderer::plain()
            .term_width(WIDTH)
            .render(&[report(diagnostic)])
    }

    fn at(text: &str, range: Range<usize>) -> Diagnostic {
        let span = LineIndex::new(text).span(text, range.start, range.end);
        Diagnostic::error("p.yaml", span, "unknown-state", "no state is called `x`")
            .with_source(text)
    }

    #[test]
    fn marker_stands_under_the_place() {
        let text = "ok\nfrom: x\n";
        let rendered = plain(&at(text, 9..10).with_help("the nearest name is `y`"));
        let expected = "\
error[unknown-state]: no state is called `x`
 --> p.yaml:2:7
  |
2 | from: x
  |       ^
  |
  = help: the nearest name is `y`";
        assert_eq!(rendered, expected);
    }

    #[test]
    fn places_behind_wide_characters_are_marked_rightly() {
        let line = "\u{1F600} x";
        assert_eq!(marked(line, at(line, 5..6).span), 5..6);
    }

    #[test]
    fn place_over_several_lines_is_marked_to_the_end_of_the_first() {
        let text = "abc\ndef\n";
        assert_eq!(marked("abc", at(text, 1..6).span), 1..3);
    }

    #[test]
    fn place_past_the_end_of_a_line_does_not_leave_it() {
        assert_eq!(marked("abc", at("abc\n", 3..4).span), 3..3);
    }

    #[test]
    fn finding_about_a_whole_file_names_the_file() {
        let diagnostic =
            crate::failure::about_file("no/such", "no-such-file", "there is no file `no/such`");
        let rendered = plain(&diagnostic);
        let lines: Vec<&str> = rendered.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "error[no-such-file]: there is no file `no/such`",
                "--> no/such"
            ]
        );
    }

    #[test]
    fn control_characters_of_the_input_do_not_reach_the_terminal() {
        let text = "a\u{1b}[31mb\n";
        assert!(!plain(&at(text, 0..1)).contains('\u{1b}'));
    }
}
