//! A formula as words and marks, and a position in them.

use std::ops::Range;

use super::FormulaError;

/// How deeply parentheses and prefix operators may be nested: recursive descent stays within a
/// small stack.
const MAX_DEPTH: usize = 128;

#[derive(Debug, Clone)]
struct Token<'a> {
    text: &'a str,
    range: Range<usize>,
}

/// A name in a formula.
#[derive(Debug, Clone)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub range: Range<usize>,
}

/// A position in a formula.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'a> {
    tokens: Vec<Token<'a>>,
    len: usize,
    at: usize,
    depth: usize,
}

fn is_word_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of the white space or comment at the start of `rest`.
fn blank(rest: &str) -> usize {
    let until = |end: &str, from: usize| {
        rest[from..]
            .find(end)
            .map_or(rest.len(), |at| from + at + end.len())
    };
    match rest {
        _ if rest.starts_with("//") => until("\n", 2),
        _ if rest.starts_with("/*") => until("*/", 2),
        _ => rest
            .find(|c: char| !c.is_whitespace())
            .unwrap_or(rest.len()),
    }
}

/// The length of the token at the start of `rest`, which is not empty: a word, a mark (the
/// longest), or one character. A digit after `^` stands alone.
fn token(rest: &str, marks: &[&str], after_power: bool) -> usize {
    let word = rest.find(|c| !is_word_character(c)).unwrap_or(rest.len());
    let mark = marks
        .iter()
        .filter(|mark| rest.starts_with(**mark))
        .map(|mark| mark.len())
        .max();
    let first = rest.chars().next().map_or(0, char::len_utf8);
    match word {
        _ if after_power && rest.starts_with(|c: char| c.is_ascii_digit()) => first,
        0 => mark.unwrap_or(first),
        word => word,
    }
}

impl<'a> Tokens<'a> {
    /// At the start of `text`; `marks` are the marks of more than one character. Comments are white
    /// space.
    pub fn new(text: &'a str, marks: &[&str]) -> Self {
        let mut tokens: Vec<Token<'a>> = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let skipped = blank(&text[at..]);
            if skipped == 0 {
                let after_power = tokens.last().is_some_and(|last| last.text == "^");
                let end = at + token(&text[at..], marks, after_power);
                tokens.push(Token {
                    text: &text[at..end],
                    range: at..end,
                });
                at = end;
            }
            at += skipped;
        }

        Tokens {
            tokens,
            len: text.len(),
            at: 0,
            depth: 0,
        }
    }

    /// The token that is next; empty at the end.
    pub fn peek(&self) -> &'a str {
        self.tokens.get(self.at).map_or("", |token| token.text)
    }

    /// The token after the next; empty where there is none.
    pub fn peek_second(&self) -> &'a str {
        self.tokens.get(self.at + 1).map_or("", |token| token.text)
    }

    /// Returns the range of the next token.
    pub fn range(&self) -> Range<usize> {
        self.tokens
            .get(self.at)
            .map_or(self.len..self.len, |token| token.range.clone())
    }

    /// Moves over the next token.
    pub fn advance(&mut self) {
        self.at += 1;
    }

    /// Moves over `text` if it is next.
    pub fn accept(&mut self, text: &str) -> bool {
        let found = !text.is_empty() && self.peek() == text;
        self.at += usize::from(found);
        found
    }

    /// Moves over one of `texts` if it is next.
    pub fn accept_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.accept(text))
    }

    /// Moves over `text`.
    ///
    /// # Errors
    /// Something else is next.
    pub fn expect(&mut self, text: &str) -> Result<(), FormulaError> {
        if self.accept(text) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{text}`")))
        }
    }

    /// Returns whether a name is next.
    pub fn at_word(&self) -> bool {
        self.peek()
            .starts_with(|c: char| is_word_character(c) && !c.is_numeric())
    }

    /// Moves over the name that is next; `what` says what it names.
    ///
    /// # Errors
    /// No name is next.
    pub fn word(&mut self, what: &str) -> Result<Word<'a>, FormulaError> {
        if !self.at_word() {
            return Err(self.expected(what));
        }
        let word = Word {
            text: self.peek(),
            range: self.range(),
        };
        self.advance();
        Ok(word)
    }

    /// Nothing is left.
    ///
    /// # Errors
    /// Something is; `what` says what could follow instead of it.
    pub fn end(&self, what: &str) -> Result<(), FormulaError> {
        if self.at < self.tokens.len() {
            Err(self.expected(what))
        } else {
            Ok(())
        }
    }

    /// The error that something else than `what` is next.
    pub fn expected(&self, what: &str) -> FormulaError {
        let found = match self.peek() {
            "" => "the end of the formula".to_owned(),
            found => format!("`{found}`"),
        };
        FormulaError::new(self.range(), format!("expected {what}, found {found}"))
    }

    /// One level deeper; [`Tokens::leave`] goes back.
    ///
    /// # Errors
    /// The formula is nested too deeply.
    pub fn enter(&mut self) -> Result<(), FormulaError> {
        self.depth += 1;
        let message = format!("this is nested more than {MAX_DEPTH} levels deep");
        if self.depth > MAX_DEPTH {
            Err(FormulaError::new(self.range(), message))
        } else {
            Ok(())
        }
    }

    /// Back from one level.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The length of the text.
    pub fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        Tokens::new(text, &["->", "(*)"])
            .tokens
            .iter()
            .map(|token| token.text)
            .collect()
    }

    #[test]
    fn words_marks_and_single_characters() {
        assert_eq!(
            texts("a->b(*)c ( * )"),
            ["a", "->", "b", "(*)", "c", "(", "*", ")"]
        );
        assert_eq!(texts("a^2b2 // x\n/* y */ -"), ["a", "^", "2", "b2", "-"]);
        assert_eq!(texts("a // x"), ["a"]);
        assert_eq!(
            texts(" \u{e9}t\u{e9} \u{2192}"),
            ["\u{e9}t\u{e9}", "\u{2192}"]
        );
    }
}
