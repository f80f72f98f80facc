//! A position in a `.mop` file.

use crate::mop::syntax::tree::{JavaText, Name, Place};
use date::code::lexical::{Lexeme, closing, is_word_character, lexeme};
use text::{Diagnostic, Source, nearest};

/// How deeply pointcuts and type arguments may be nested: recursive descent stays within a small
/// stack.
const MAX_DEPTH: usize = 128;

/// How much of what was found an error shows, in characters.
const SHOWN: usize = 40;

/// A position in a part of a file.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    source: &'a Source<'a>,
    at: usize,
    end: usize,
    /// The end of the last thing that was moved over.
    consumed: usize,
    depth: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of a file, after the byte order mark if there is one.
    pub fn new(source: &'a Source<'a>) -> Self {
        let at = if source.text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        Cursor {
            source,
            at,
            end: source.text.len(),
            consumed: at,
            depth: 0,
        }
    }

    /// At the start of a part.
    pub fn within(&self, part: Place) -> Cursor<'a> {
        Cursor {
            at: part.start,
            end: part.end,
            consumed: part.start,
            ..self.clone()
        }
    }

    /// Skips white space and comments; gives the position.
    pub fn here(&mut self) -> usize {
        while let Some((Lexeme::Space | Lexeme::Comment, len)) = lexeme(self.raw_rest()) {
            self.at += len;
        }
        self.at
    }

    fn raw_rest(&self) -> &'a str {
        &self.source.text[self.at..self.end]
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

    /// Returns whether `text` is next.
    pub fn next_is(&mut self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Moves over `len` bytes.
    fn advance(&mut self, len: usize) {
        self.at += len;
        self.consumed = self.at;
    }

    /// Moves to a position behind this one.
    pub fn move_to(&mut self, position: usize) {
        self.advance(position.saturating_sub(self.at));
    }

    /// Returns where the last thing that was moved over ends.
    pub fn position(&self) -> usize {
        self.consumed
    }

    /// From `start` to the end of the last thing that was moved over.
    pub fn place_from(&self, start: usize) -> Place {
        Place {
            start,
            end: self.consumed.max(start),
        }
    }

    /// Moves over `text` if it is next.
    pub fn accept(&mut self, text: &str) -> bool {
        let found = self.next_is(text);
        if found {
            self.advance(text.len());
        }
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
        let len = lexeme(&self.source.text[at..]).map_or(0, |(_, len)| len);
        let text = &self.source.text[at..at + len];
        let found = match text.lines().next().unwrap_or(text) {
            "" => "the end of the file".to_owned(),
            line if line.chars().count() > SHOWN => {
                format!("`{}..`", line.chars().take(SHOWN).collect::<String>())
            }
            line => format!("`{line}`"),
        };
        self.error(
            (at..at + len).into(),
            format!("expected {what}, found {found}"),
        )
    }

    /// As [`Cursor::expected`], where one of `known` words was expected: names the one that was
    /// probably meant.
    pub fn expected_word(&mut self, what: &str, known: &[&str]) -> Diagnostic {
        let found = self.peek_word();
        let near = found.and_then(|found| nearest(&found.text, known.iter().copied()));
        let error = self.expected(what);
        match near {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None if known.len() == 1 => error,
            None => error.with_help(format!("one of: {}", known.join(", "))),
        }
    }

    /// A syntax error at a place.
    pub fn error(&self, place: Place, message: String) -> Diagnostic {
        self.source.error(place.range(), "mop-syntax", message)
    }

    /// The error for a construct that is recognised but not in the tree.
    pub fn unsupported(&self, place: Place, construct: &str) -> Diagnostic {
        self.source.error(
            place.range(),
            "mop-unsupported",
            format!("{construct} not supported"),
        )
    }

    fn peek_run(&mut self, accepted: impl Fn(char) -> bool) -> Option<Name> {
        let at = self.here();
        let rest = self.raw_rest();
        let len = rest.find(|c| !accepted(c)).unwrap_or(rest.len());
        (len > 0).then(|| Name {
            text: rest[..len].to_owned(),
            place: (at..at + len).into(),
        })
    }

    fn starts_word(&mut self) -> bool {
        self.rest()
            .starts_with(|c: char| is_word_character(c) && !c.is_numeric())
    }

    /// The Java identifier that is next, without moving.
    pub fn peek_word(&mut self) -> Option<Name> {
        self.starts_word()
            .then(|| self.peek_run(is_word_character))?
    }

    /// The name that is next, without moving: in it, `.` and `-` are letters.
    pub fn peek_name(&mut self) -> Option<Name> {
        let name = self
            .starts_word()
            .then(|| self.peek_run(|c| is_word_character(c) || matches!(c, '.' | '-')))??;
        Some(name)
    }

    /// The piece of a pattern that is next, without moving: in it, `*` is a letter.
    pub fn peek_piece(&mut self) -> Option<Name> {
        let starts = self.starts_word() || self.next_is("*");
        starts.then(|| self.peek_run(|c| is_word_character(c) || c == '*'))?
    }

    /// Moves over what was seen with one of the `peek`s.
    pub fn take(&mut self, name: &Name) {
        self.move_to(name.place.end);
    }

    /// Moves over a Java identifier.
    pub fn word(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let word = self.peek_word().ok_or_else(|| self.expected(what))?;
        self.take(&word);
        Ok(word)
    }

    /// Moves over a name.
    pub fn name(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let name = self.peek_name().ok_or_else(|| self.expected(what))?;
        self.take(&name);
        Ok(name)
    }

    /// Moves over `keyword` if it is the next word.
    pub fn accept_word(&mut self, keyword: &str) -> Option<Name> {
        let word = self.peek_word().filter(|word| word.text == keyword)?;
        self.take(&word);
        Some(word)
    }

    /// Moves over the names that are next; there may be none.
    pub fn names(&mut self) -> Vec<Name> {
        let mut names = Vec::new();
        while let Some(name) = self.peek_name() {
            self.take(&name);
            names.push(name);
        }
        names
    }

    /// Moves over one lexeme.
    pub fn step(&mut self) {
        let len = lexeme(self.rest()).map_or(0, |(_, len)| len);
        self.advance(len);
    }

    /// Moves over one lexeme, or over a whole `{ .. }`, `( .. )`, `[ .. ]`.
    pub fn skip(&mut self) -> Result<(), Diagnostic> {
        let rest = self.rest();
        match rest.get(..1) {
            Some(open @ ("{" | "(" | "[")) => self.block(open).map(|_| ()),
            _ => {
                self.step();
                Ok(())
            }
        }
    }

    /// Moves to the end; gives the text that was left.
    pub fn remainder(&mut self) -> JavaText {
        let rest = self.at..self.end;
        self.move_to(self.end);
        self.java(rest.into())
    }

    /// Moves over `{ .. }`, `( .. )` or `[ .. ]`; gives what is between. Brackets in strings and
    /// comments do not count.
    pub fn block(&mut self, open: &str) -> Result<Place, Diagnostic> {
        let start = self.here();
        self.expect(open)?;
        let content = self.at;
        match self.close(open) {
            Ok(close) => {
                self.move_to(close + 1);
                Ok((content..close).into())
            }
            Err(unclosed) => Err(unclosed.unwrap_or_else(|| self.never_closed(start))),
        }
    }

    fn never_closed(&self, open: usize) -> Diagnostic {
        let bracket = &self.source.text[open..open + 1];
        self.error(
            (open..open + 1).into(),
            format!("this `{bracket}` is never closed"),
        )
    }

    /// The position of the bracket that closes the `open` just before here. Otherwise an error
    /// about what is not closed inside, or nothing if it is `open` itself.
    fn close(&self, open: &str) -> Result<usize, Option<Diagnostic>> {
        let mut wanted = vec![(None, closing(open))];
        let mut at = self.at;
        let mut quoted = None;

        while let Some((kind, len)) = lexeme(&self.source.text[at..self.end]) {
            let text = &self.source.text[at..at + len];
            match text {
                _ if kind == Lexeme::Comment && is_open_comment(text) => {
                    let message = "this comment is never closed".to_owned();
                    return Err(Some(self.error((at..at + 2).into(), message)));
                }
                _ if kind == Lexeme::Quoted && is_open_quote(text) => quoted = quoted.or(Some(at)),
                _ if kind != Lexeme::Symbol => {}
                "{" | "(" | "[" => wanted.push((Some(at), closing(text))),
                "}" | ")" | "]" => match wanted.pop() {
                    Some((inner, close)) if close != text => {
                        return Err(self.unclosed(quoted, inner));
                    }
                    _ if wanted.is_empty() => return Ok(at),
                    _ => {}
                },
                _ => {}
            }
            at += len;
        }

        Err(self.unclosed(quoted, wanted.pop().and_then(|(inner, _)| inner)))
    }

    /// Blames the string that may have swallowed a bracket, else the bracket.
    fn unclosed(&self, quoted: Option<usize>, bracket: Option<usize>) -> Option<Diagnostic> {
        let string = |at| {
            self.error(
                (at..at + 1).into(),
                "this string or character is never closed".to_owned(),
            )
        };
        quoted
            .map(string)
            .or_else(|| bracket.map(|at| self.never_closed(at)))
    }

    /// The text of a part.
    pub fn java(&self, part: Place) -> JavaText {
        self.java_without(part, std::iter::empty())
    }

    /// The text of a part, with blanks for the pieces of it that are something else.
    pub fn java_without(&self, part: Place, others: impl Iterator<Item = Place>) -> JavaText {
        let mut text = self.source.text[part.range()].to_owned();
        for Place { start, end } in others {
            text.replace_range(
                start - part.start..end - part.start,
                &" ".repeat(end - start),
            );
        }
        let start = part.start + (text.len() - text.trim_start().len());
        let text = text.trim();
        JavaText {
            text: text.to_owned(),
            place: (start..start + text.len()).into(),
        }
    }

    /// `( .. )`; gives the Java between, which must not be empty.
    pub fn expression(&mut self) -> Result<JavaText, Diagnostic> {
        let content = self.block("(")?;
        let mut inner = self.within(content);
        if inner.at_end() {
            Err(inner.expected("a Java expression"))
        } else {
            Ok(self.java(content))
        }
    }

    /// `( .. )`: items with commas between them; there may be none.
    pub fn list<T>(
        &mut self,
        item: impl Fn(&mut Cursor<'a>) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        self.expect("(")?;
        let mut items = Vec::new();
        if self.accept(")") {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.accept(")") {
                return Ok(items);
            }
            if !self.accept(",") {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    /// Parses `part` one level deeper.
    pub fn nested<T>(
        &mut self,
        part: impl FnOnce(&mut Cursor<'a>) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        if self.depth == MAX_DEPTH {
            let at = self.here();
            return Err(self.error(
                (at..at).into(),
                format!("this is nested more than {MAX_DEPTH} levels deep"),
            ));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }
}

/// Returns whether a string or character literal lacks its closing quote.
fn is_open_quote(literal: &str) -> bool {
    if literal.starts_with("\"\"\"") {
        return literal.len() < 6 || !literal.ends_with("\"\"\"");
    }
    let mut content = literal.chars().skip(1);
    while let Some(c) = content.next() {
        match c {
            '\\' => drop(content.next()),
            c if literal.starts_with(c) => return false,
            _ => {}
        }
    }
    true
}

fn is_open_comment(comment: &str) -> bool {
    comment.starts_with("/*") && (comment.len() < 4 || !comment.ends_with("*/"))
}
