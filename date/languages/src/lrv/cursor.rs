//! A position in a LARVA script.

use std::ops::Range;

use crate::draft::Word;
use crate::fidelity::Differences;
use crate::java::Excerpt;
use date::code::lexical::{Lexeme, blanked, closing, is_word_character, lexeme, lexemes};
use text::{Diagnostic, Source};

/// The `%%` comments of a text, up to the end of each line, also inside Java strings.
pub(crate) fn comments(text: &str) -> Vec<Range<usize>> {
    let mut begin = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let end = begin + line.trim_end_matches(['\r', '\n']).len();
        found.extend(text[begin..end].find("%%").map(|at| begin + at..end));
        begin += line.len();
    }
    found
}

/// The text with its `%%` comments blanked out. Offsets stay.
pub(crate) fn without_comments(text: &str) -> String {
    blanked(text, &comments(text))
}

/// A position in a part of a script.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub source: &'a Source<'a>,
    text: &'a str,
    at: usize,
    end: usize,
    /// The differences to LARVA.
    pub larva: &'a Differences<'a>,
}

impl<'a> Cursor<'a> {
    /// At the start of `text`, which has the offsets of the source.
    pub fn new(source: &'a Source<'a>, text: &'a str, larva: &'a Differences<'a>) -> Self {
        Cursor {
            source,
            text,
            at: 0,
            end: text.len(),
            larva,
        }
    }

    /// At the start of a part.
    pub fn within(&self, range: Range<usize>) -> Cursor<'a> {
        Cursor {
            at: range.start,
            end: range.end,
            ..self.clone()
        }
    }

    /// Skips white space and Java comments; gives the position.
    pub fn here(&mut self) -> usize {
        while let Some((kind @ (Lexeme::Space | Lexeme::Comment), len)) = lexeme(self.raw_rest()) {
            if kind == Lexeme::Comment {
                let does = "reads on in it";
                let here = "it is skipped here; LARVA's own comments begin with `%%`";
                let message = "a comment of Java outside Java".to_owned();
                self.larva.differs_for_good(
                    self.at..self.at + len,
                    "lrv-comment",
                    message,
                    does,
                    here,
                );
            }
            self.at += len;
        }
        self.at
    }

    fn raw_rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// Returns what follows after white space and comments.
    pub fn rest(&mut self) -> &'a str {
        self.here();
        self.raw_rest()
    }

    /// Returns whether nothing follows but white space and comments.
    pub fn at_end(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// Moves over `text` if it is next.
    pub fn accept(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// Moves over `text`.
    pub fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        if self.accept(text) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{text}`")))
        }
    }

    /// An error that names what comes instead of what was expected.
    pub fn expected(&mut self, what: &str) -> Diagnostic {
        let at = self.here();
        let len = lexeme(self.raw_rest()).map_or(0, |(_, len)| len);
        let found = match &self.text[at..at + len] {
            "" => "the end".to_owned(),
            found => format!("`{found}`"),
        };
        self.error(at..at + len, format!("expected {what}, found {found}"))
    }

    /// A syntax error at a place.
    pub fn error(&self, range: Range<usize>, message: String) -> Diagnostic {
        self.source.error(range, "lrv-syntax", message)
    }

    /// The error for a construct of the language that has no counterpart, with what to do instead.
    pub fn unsupported(&self, range: Range<usize>, construct: &str, instead: &str) -> Diagnostic {
        self.source
            .error(
                range,
                "lrv-unsupported",
                format!("{construct} is not supported"),
            )
            .with_help(instead)
    }

    /// The Java identifier that is next, without moving.
    pub fn peek_word(&mut self) -> Option<Word> {
        let at = self.here();
        let rest = self.raw_rest();
        let len = rest.find(|c| !is_word_character(c)).unwrap_or(rest.len());
        let starts = rest.starts_with(|c: char| is_word_character(c) && !c.is_numeric());
        starts.then(|| Word {
            text: rest[..len].to_owned(),
            range: at..at + len,
        })
    }

    /// Moves over a Java identifier.
    pub fn word(&mut self, what: &str) -> Result<Word, Diagnostic> {
        let word = self.peek_word().ok_or_else(|| self.expected(what))?;
        self.at = word.range.end;
        Ok(word)
    }

    /// Moves over `keyword` if it is the next word.
    pub fn accept_word(&mut self, keyword: &str) -> Option<Word> {
        let word = self.peek_word().filter(|word| word.text == keyword)?;
        self.at = word.range.end;
        Some(word)
    }

    /// Moves over a section's name in one of its two spellings (`EVENTS`, `Events`).
    pub fn accept_section(&mut self, name: &str) -> Option<Word> {
        let capitalised = name[..1].to_owned() + &name[1..].to_ascii_lowercase();
        self.accept_word(name)
            .or_else(|| self.accept_word(&capitalised))
    }

    /// Moves over characters that satisfy `accepted`; gives what they are, `None` if there is none.
    pub fn run(&mut self, accepted: impl Fn(char) -> bool) -> Option<Word> {
        let at = self.here();
        let rest = self.raw_rest();
        let len = rest.find(|c| !accepted(c)).unwrap_or(rest.len());
        self.at += len;
        (len > 0).then(|| Word {
            text: rest[..len].to_owned(),
            range: at..at + len,
        })
    }

    /// Moves over a type: a dotted name, perhaps with type arguments, dimensions, and the `+` of a
    /// pattern.
    pub fn ty(&mut self) -> Option<Word> {
        self.peek_word()?;
        let start = self.run(|c| is_word_character(c) || c == '.')?.range.start;
        let mut end = self.at;
        if self.touches('<') {
            end += self.type_arguments()?;
        }

        while self.text[end..self.end].starts_with("[]") {
            end += 2;
        }

        end += usize::from(self.text[end..self.end].starts_with('+'));
        self.at = end;
        Some(Word {
            text: self.text[start..end].to_owned(),
            range: start..end,
        })
    }

    /// The length of the `<..>` that is next.
    fn type_arguments(&self) -> Option<usize> {
        let mut depth = 0usize;
        for (at, c) in self.raw_rest().char_indices() {
            match c {
                '<' => depth += 1,
                '>' if depth == 1 => return Some(at + 1),
                '>' => depth -= 1,
                ';' | '{' | '}' | '(' | ')' => return None,
                _ => {}
            }
        }
        None
    }

    fn touches(&self, c: char) -> bool {
        self.raw_rest().starts_with(c)
    }

    /// Moves over `{ .. }`, `( .. )` or `[ .. ]`; gives what is between. Brackets in strings and
    /// comments do not count.
    pub fn block(&mut self, open: &str) -> Result<Range<usize>, Diagnostic> {
        let start = self.here();
        self.expect(open)?;
        let content = self.at;
        match self.close(&[]) {
            Ok(close) if self.text[close..self.end].starts_with(closing(open)) => {
                if open == "{" {
                    self.compare_braces(content..close)?;
                }
                self.at = close + 1;
                Ok(content..close)
            }
            Err(Some(inner)) => Err(self.never_closed(inner)),
            _ => Err(self.never_closed(start)),
        }
    }

    /// LARVA counts braces wherever they stand.
    ///
    /// # Errors
    /// LARVA is followed, and the block ends elsewhere to it.
    fn compare_braces(&self, block: Range<usize>) -> Result<(), Diagnostic> {
        if has_matching_braces(&self.text[block.clone()]) {
            return Ok(());
        }

        let text = &self.text[block.clone()];
        let unmatched = |(kind, range): &(Lexeme, Range<usize>)| {
            matches!(kind, Lexeme::Quoted | Lexeme::Comment)
                && !has_matching_braces(&text[range.clone()])
        };
        let Some((_, range)) = lexemes(text).find(unmatched) else {
            return Ok(());
        };
        let place = block.start + range.start..block.start + range.end;
        let message =
            "LARVA counts the braces in strings and comments, which do not match here".to_owned();

        self.larva
            .stops(place, "lrv-braces", message, "they are no braces here")
    }

    fn never_closed(&self, open: usize) -> Diagnostic {
        self.error(
            open..open + 1,
            format!("this `{}` is never closed", &self.text[open..open + 1]),
        )
    }

    /// The position of the first bracket that closes more than was opened from here, or of the
    /// first of `stops` outside all brackets; strings and comments do not count. Where there is
    /// none: the innermost bracket that is not closed.
    fn close(&self, stops: &[char]) -> Result<usize, Option<usize>> {
        let mut open: Vec<(usize, &str)> = Vec::new();
        let mut at = self.at;
        while let Some((kind, len)) = lexeme(&self.text[at..self.end]) {
            let text = &self.text[at..at + len];
            match text {
                _ if kind != Lexeme::Symbol => {}
                "{" | "(" | "[" => open.push((at, closing(text))),
                "}" | ")" | "]" => match open.pop() {
                    None => return Ok(at),
                    Some((_, wanted)) if wanted == text => {}
                    Some((unclosed, _)) => return Err(Some(unclosed)),
                },
                _ if open.is_empty() && text.starts_with(stops) => return Ok(at),
                _ => {}
            }
            at += len;
        }

        Err(open.last().map(|(at, _)| *at))
    }

    /// Moves to the first of `stops` that is outside brackets, strings and comments, or to the end;
    /// gives what was passed.
    pub fn until(&mut self, stops: &[char]) -> Range<usize> {
        let start = self.here();
        self.at = self.close(stops).unwrap_or(self.end);
        start..self.at
    }

    /// The same for Java, which may begin with a comment.
    pub fn java_until(&mut self, stops: &[char]) -> Range<usize> {
        let start = self.at;
        self.at = self.close(stops).unwrap_or(self.end);
        start..self.at
    }

    /// The Java text of a part, without `%%` comments.
    pub fn java(&self, range: Range<usize>) -> Excerpt {
        let mut excerpt = Excerpt::empty(range.start);
        let mut at = range.start;
        for line in self.text[range].split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']).trim_end();
            excerpt.push(content, at..at + content.len());
            if line.ends_with('\n') {
                excerpt.push("\n", at + line.len() - 1..at + line.len());
            }
            at += line.len();
        }
        excerpt.trimmed()
    }

    /// The text of a part.
    pub fn slice(&self, range: Range<usize>) -> &'a str {
        &self.text[range]
    }
}

/// Returns whether each brace has its counterpart, wherever it stands.
fn has_matching_braces(text: &str) -> bool {
    let mut depth = 0usize;
    let mut braces = text.bytes().filter(|byte| matches!(byte, b'{' | b'}'));
    let never_closes_more = braces.all(|brace| match brace {
        b'{' => {
            depth += 1;
            true
        }
        _ => depth.checked_sub(1).map(|less| depth = less).is_some(),
    });
    never_closes_more && depth == 0
}
