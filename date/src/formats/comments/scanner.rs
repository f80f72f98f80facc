//! Where comments stand in a text.

/// What comments look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `#` up to the end of the line, at its begin or behind a blank (YAML 1.2.2, section 6.6).
    Yaml,
    /// `//` up to the end of the line, and `/* .. */` (JLS 3.7).
    Java,
    /// Those of Java, and `%%` up to the end of the line.
    Larva,
}

impl Notation {
    /// Whether a comment may follow anything that ends a line of a printed text.
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
    /// Whether something that is no comment stands before it in its first line.
    pub is_behind: bool,
    /// Whether something that is no comment stands behind it in its last line.
    pub is_before: bool,
    /// Its lines, with what begins and ends it, but without their indentation.
    pub text: Vec<String>,
}

/// The comments of a text, in order. O(length).
pub fn comments(text: &str, notation: Notation) -> Vec<Comment> {
    match notation {
        Notation::Yaml => of_yaml(text),
        Notation::Java => of_java(text, None),
        Notation::Larva => of_java(text, Some("%%")),
    }
}

/// What a line of YAML may begin in.
enum Within {
    Nothing,
    /// A block scalar: lines with as many blanks as its first one, whose number is known when that has been seen.
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
                within = Within::Block { least: if is_known { least } else { indentation }, is_known: true };
                continue;
            }
            within = Within::Nothing;
        }
        let quote = if let Within::Quotes(quote) = within { Some(quote) } else { None };
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

/// Where a comment begins in a line, and the quotes that are open at its end; `quote` are those at its begin.
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

/// What a line with this indentation opens: a block scalar, if it ends with the head of one (`|`, `>-`, `|2+`).
fn block(code: &str, indentation: usize) -> Within {
    let word = code.trim_end().rsplit([' ', '\t']).next().unwrap_or_default();
    let Some(marks) = word.strip_prefix(['|', '>']) else { return Within::Nothing };
    if !marks.chars().all(|c| matches!(c, '+' | '-' | '1'..='9')) {
        return Within::Nothing;
    }
    match marks.chars().find_map(|c| c.to_digit(10)) {
        Some(blanks) => Within::Block { least: indentation + blanks as usize, is_known: true },
        None => Within::Block { least: indentation + 1, is_known: false },
    }
}

/// Comments of Java, and those that `more` begins and the end of the line ends.
fn of_java(text: &str, more: Option<&str>) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['/', '"', '\'', '%']).map(|found| at + found) {
        let rest = &text[next..];
        let length = match rest.as_bytes() {
            _ if more.is_some_and(|more| rest.starts_with(more)) => Some(rest.find('\n').unwrap_or(rest.len())),
            [b'/', b'/', ..] => Some(rest.find('\n').unwrap_or(rest.len())),
            [b'/', b'*', ..] => Some(rest[2..].find("*/").map_or(rest.len(), |end| end + 4)),
            _ => None,
        };
        at = match length {
            Some(length) => {
                comments.push(java_comment(text, next, next + length));
                next + length
            }
            None if rest.starts_with(['/', '%']) => next + 1,
            // It hides the rest of its line in strings, too.
            None => next + literal_length(more.and_then(|more| rest.find(more)).map_or(rest, |end| &rest[..end])),
        };
    }
    comments
}

/// The bytes of a string or character that a text begins with, at most up to the end of its line.
fn literal_length(text: &str) -> usize {
    if text.starts_with("\"\"\"") {
        let ends = text.match_indices("\"\"\"").map(|(at, _)| at).skip(1);
        let mut unescaped = ends.filter(|&at| at >= 3 && !text[..at].ends_with('\\'));
        return unescaped.next().map_or(text.len(), |at| at + 3);
    }
    let mut characters = text.char_indices();
    let quote = characters.next().map_or('"', |(_, quote)| quote);
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => _ = characters.next(),
            '\n' => return at,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn java_comment(text: &str, begin: usize, end: usize) -> Comment {
    let line_begin = text[..begin].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let first = text[..begin].matches('\n').count();
    let content = text[begin..end].trim_end();
    // Further lines keep what they are indented by beyond the first one.
    let indentation = text[line_begin..begin].chars().take_while(|c| matches!(c, ' ' | '\t')).count();
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let aligned = |line: &str| line[blanks(line).min(indentation)..].trim_end().to_owned();
    let (before, behind) = (&text[line_begin..begin], &text[end..line_end]);
    Comment {
        first,
        last: first + content.matches('\n').count(),
        is_behind: !without_comments(before).trim().is_empty(),
        is_before: !without_comments(behind).trim().is_empty(),
        text: content
            .lines()
            .enumerate()
            .map(|(n, line)| if n == 0 { line.to_owned() } else { aligned(line) })
            .collect(),
    }
}

/// A part of a line without the comments that begin and end in it.
fn without_comments(part: &str) -> String {
    let mut rest = part.split_once("//").map_or(part, |(before, _)| before);
    let mut kept = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        kept += before;
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    // What ends here began in a line before.
    let rest = rest.rsplit_once("*/").map_or(rest, |(_, behind)| behind);
    kept + rest
}
