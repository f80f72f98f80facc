//! The parser of one trigger: its place among the tokens, and its complaints.

use super::known::Known;
use super::token::{Token, tokens};
use crate::java::Excerpt;
use text::{Diagnostic, Source, nearest};

pub(super) struct Parser<'a> {
    pub excerpt: &'a Excerpt,
    pub known: &'a Known,
    pub source: &'a Source<'a>,
    pub tokens: Vec<Token>,
    pub at: usize,
    /// True if what is read is a point of a control flow, which binds nothing.
    pub in_flow: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(excerpt: &'a Excerpt, known: &'a Known, source: &'a Source<'a>) -> Self {
        Parser {
            excerpt,
            known,
            source,
            tokens: tokens(excerpt.text()),
            at: 0,
            in_flow: false,
        }
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    pub(super) fn next_is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text)
    }

    pub(super) fn accept(&mut self, text: &str) -> bool {
        let found = self.next_is(text);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        if self.accept(text) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{text}`")))
        }
    }

    /// A word that is no punctuation.
    pub(super) fn word(&mut self, what: &str) -> Result<String, Diagnostic> {
        match self
            .peek()
            .filter(|token| !matches!(token.text.as_str(), "(" | ")" | "," | "|"))
        {
            Some(token) => {
                let text = token.text.clone();
                self.at += 1;
                Ok(text)
            }
            None => Err(self.expected(what)),
        }
    }

    pub(super) fn error(&self, message: String) -> Diagnostic {
        let end = self.excerpt.text().len();
        let range = self.peek().map_or(end..end, |token| token.range.clone());
        self.source
            .error(self.excerpt.place(range), "event-syntax", message)
    }

    pub(super) fn expected(&self, what: &str) -> Diagnostic {
        match self.peek() {
            Some(token) => self.error(format!("expected {what}, found `{}`", token.text)),
            None => self.error(format!("expected {what} at the end of the line")),
        }
    }

    pub(super) fn unexpected(&self, found: &str, what: &str, candidates: &[&str]) -> Diagnostic {
        let error = self.expected(what);
        match nearest(found, candidates.iter().copied()) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help(format!("one of: {}", candidates.join(", "))),
        }
    }
}
