//! The places of comments in a text.

use std::ops::Range;

use crate::lrv;
use date::code::lexical::{Lexeme, blanked, lexemes};
use text::LineIndex;

/// The notation of comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `#` up to the end of the line, at its begin or behind a blank (YAML 1.2.2, section 6.6).
    Yaml,
    /// `//` up to the end of the line, and `/* .. */` (JLS 3.7).
    Java,
    /// Comments of Java, and `%%` up to the end of the line.
    Larva,
}

impl Notation {
    /// Returns whether a comment may follow anything that ends a line of a printed text.
    pub fn ends_with_its_line(self) -> bool {
        self == Notation::Yaml
    }
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The first line that it stands in, from 0.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// True if something that is no comment stands before it in its first line.
    pub is_behind: bool,
    /// True if something that is no comment stands behind it in its last line.
    pub is_before: bool,
    /// Its lines, with what begins and ends it, but without their indentation.
    pub text: Vec<String>,
}

/// The comments of a text, in order. O(length).
pub fn comments(text: &str, notation: Notation) -> Vec<Comment> {
    match notation {
        Notation::Yaml => of_yaml(text),
        Notation::Java => at(text, of_java(text)),
        Notation::Larva => at(text, of_larva(text)),
    }
}

/// The text that a line of YAML may begin in.
enum Within {
    Nothing,
    /// A block scalar: lines with as many blanks as its first one, whose number is known when that
    /// has been seen.
    Block {
        least: usize,
        is_known: bool,
    },
    /// A scalar in these quotes.
    Quotes(char),
}

fn of_yaml(text: &str) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut within = Within::Nothing;
    for (number, line) in text.lines().enumerate() {
        let indentation = line.len() - line.trim_start_matches(' ').len();
        if let Within::Block { least, is_known } = within {
            if line.trim().is_empty() {
                continue;
            }
            if indentation >= least {
                within = Within::Block {
                    least: if is_known { least } else { indentation },
                    is_known: true,
                };
                continue;
            }
            within = Within::Nothing;
        }
        let quote = if let Within::Quotes(quote) = within {
            Some(quote)
        } else {
            None
        };
        let (begin, quote) = begin_of_comment(line, quote);
        let code = &line[..begin.unwrap_or(line.len())];
        if let Some(begin) = begin {
            comments.push(Comment {
                first: number,
                last: number,
                is_behind: !code.trim().is_empty(),
                is_before: false,
                text: vec![line[begin..].trim_end().to_owned()],
            });
        }
        within = match quote {
            Some(quote) => Within::Quotes(quote),
            None => block(code, indentation),
        };
    }

    comments
}

/// Returns where a comment begins in a line, and the quotes that are open at its end; `quote` are
/// those at its begin.
fn begin_of_comment(line: &str, mut quote: Option<char>) -> (Option<usize>, Option<char>) {
    // A quote in the middle of a word is a character.
    let mut at_begin = true;
    let mut previous = ' ';
    let mut characters = line.char_indices().peekable();

    while let Some((at, c)) = characters.next() {
        match quote {
            Some('"') if c == '\\' => _ = characters.next(),
            Some('\'') if c == '\'' && characters.peek().is_some_and(|(_, next)| *next == '\'') => {
                _ = characters.next()
            }
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '#' && previous.is_whitespace() => return (Some(at), None),
            None if at_begin && matches!(c, '"' | '\'') => quote = Some(c),
            None => {}
        }
        at_begin = match c {
            '[' | '{' | ',' => true,
            ' ' => at_begin || matches!(previous, ':' | '-' | '?' | ','),
            // Behind a key in quotes a colon needs no blank.
            ':' => matches!(previous, '"' | '\''),
            '-' => at_begin,
            _ => false,
        };
        previous = c;
    }

    (None, quote)
}

/// Returns what a line with this indentation opens: a block scalar, if it ends with the head of one
/// (`|`, `>-`, `|2+`).
fn block(code: &str, indentation: usize) -> Within {
    let word = code
        .trim_end()
        .rsplit([' ', '\t'])
        .next()
        .unwrap_or_default();
    let Some(marks) = word.strip_prefix(['|', '>']) else {
        return Within::Nothing;
    };

    if !marks.chars().all(|c| matches!(c, '+' | '-' | '1'..='9')) {
        return Within::Nothing;
    }

    match marks.chars().find_map(|c| c.to_digit(10)) {
        Some(blanks) => Within::Block {
            least: indentation + blanks as usize,
            is_known: true,
        },
        None => Within::Block {
            least: indentation + 1,
            is_known: false,
        },
    }
}

fn of_java(text: &str) -> Vec<Range<usize>> {
    lexemes(text)
        .filter(|(kind, _)| *kind == Lexeme::Comment)
        .map(|(_, range)| range)
        .collect()
}

/// `%%` hides the rest of its line from Java, in its comments and strings, too.
fn of_larva(text: &str) -> Vec<Range<usize>> {
    let of_java = of_java(&lrv::without_comments(text));
    let is_apart = |own: &Range<usize>| {
        let before = of_java.partition_point(|comment| comment.start <= own.start);
        before == 0 || of_java[before - 1].end <= own.start
    };
    let mut comments: Vec<Range<usize>> =
        lrv::comments(text).into_iter().filter(is_apart).collect();
    comments.extend(of_java);
    comments.sort_by_key(|comment| comment.start);
    comments
}

/// The comments at these places.
fn at(text: &str, places: Vec<Range<usize>>) -> Vec<Comment> {
    let (code, lines) = (blanked(text, &places), LineIndex::new(text));
    places
        .into_iter()
        .map(|place| comment(text, &code, &lines, place))
        .collect()
}

/// The comment at a place; `code` is the text with blanks for all comments.
fn comment(text: &str, code: &str, lines: &LineIndex, place: Range<usize>) -> Comment {
    let line_begin = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[place.end..]
        .find('\n')
        .map_or(text.len(), |at| place.end + at);
    let first = lines.span(text, place.start, place.end).line as usize - 1;
    let content = text[place.clone()].trim_end();
    // Further lines keep what they are indented by beyond the first one.
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let indentation = blanks(&text[line_begin..place.start]);
    let aligned = |line: &str| line[blanks(line).min(indentation)..].trim_end().to_owned();

    let mut further = content.lines();
    let begin = further.next().map(str::to_owned);
    Comment {
        first,
        last: first + content.matches('\n').count(),
        is_behind: !code[line_begin..place.start].trim().is_empty(),
        is_before: !code[place.end..line_end].trim().is_empty(),
        text: begin.into_iter().chain(further.map(aligned)).collect(),
    }
}
