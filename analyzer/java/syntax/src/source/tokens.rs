//! A text's tokens with their texts and partners.

use std::cell::OnceCell;

use super::lexer::{Token, TokenKind};

/// The tokens of `text`, by index. Indices past either end (below 0 by wrapping) name no token.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    partners: OnceCell<Vec<u32>>,
}

/// Tokens of the longest type arguments that are recognized, so that a row of `<` costs no square.
const LONGEST_ARGUMENTS: usize = 500;

/// No partner.
const NONE: u32 = u32::MAX;

impl<'a> Tokens<'a> {
    /// `tokens` are those of `text`.
    pub fn new(text: &'a str, tokens: Vec<Token>) -> Self {
        Tokens {
            text,
            tokens,
            partners: OnceCell::new(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The token at `index`.
    pub fn get(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).copied()
    }

    /// Its text; empty where there is no token.
    pub fn text(&self, index: usize) -> &'a str {
        self.get(index)
            .and_then(|token| self.text.get(token.range()))
            .unwrap_or_default()
    }

    /// The text of the token before `index`.
    pub fn before(&self, index: usize) -> &'a str {
        self.text(index.wrapping_sub(1))
    }

    /// Returns whether it is an identifier or keyword.
    pub fn is_word(&self, index: usize) -> bool {
        self.get(index)
            .is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// First byte of the token; the text's length where there is none.
    pub fn start(&self, index: usize) -> usize {
        self.get(index)
            .map_or(self.text.len(), |token| token.start as usize)
    }

    /// End of the token; 0 where there is none.
    pub fn end(&self, index: usize) -> usize {
        self.get(index).map_or(0, |token| token.end as usize)
    }

    /// The tokens that start in `part`, a range of bytes.
    pub fn within(&self, part: &std::ops::Range<usize>) -> &[Token] {
        let index = |at: usize| {
            self.tokens
                .partition_point(|token| (token.start as usize) < at)
        };
        &self.tokens[index(part.start)..index(part.end).max(index(part.start))]
    }

    /// Returns whether two tokens touch.
    pub fn adjacent(&self, first: usize) -> bool {
        self.end(first) == self.start(first + 1)
    }

    /// The bracket that closes or opens the one at `index`, of `()`, `[]` or `{}`. Braces count
    /// most: a parenthesis or square bracket that its brace's end cuts off has no partner.
    pub fn partner(&self, index: usize) -> Option<usize> {
        let partners = self.partners.get_or_init(|| self.match_brackets());
        partners
            .get(index)
            .filter(|&&partner| partner != NONE)
            .map(|&partner| partner as usize)
    }

    fn match_brackets(&self) -> Vec<u32> {
        let mut partners = vec![NONE; self.tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for index in 0..self.tokens.len() {
            let opening = match self.text(index) {
                "(" | "[" | "{" => {
                    open.push(index);
                    continue;
                }
                ")" => "(",
                "]" => "[",
                "}" => {
                    let brace = open.iter().rposition(|&at| self.text(at) == "{");
                    open.truncate(brace.map_or(0, |brace| brace + 1));
                    "{"
                }
                _ => continue,
            };
            if let Some(partner) = open.pop_if(|&mut at| self.text(at) == opening) {
                partners[index] = partner as u32;
                partners[partner] = index as u32;
            }
        }

        partners
    }

    /// If an annotation starts at `index`: the index behind its last token. `@interface` is none.
    pub fn annotation_end(&self, index: usize) -> Option<usize> {
        if self.text(index) != "@"
            || !self.is_word(index + 1)
            || self.text(index + 1) == "interface"
        {
            return None;
        }
        let mut end = index + 2;
        while self.text(end) == "." && self.is_word(end + 1) {
            end += 2;
        }
        match self.text(end) {
            "(" => Some(self.partner(end).map_or(end, |close| close + 1)),
            _ => Some(end),
        }
    }

    /// Returns the start of the annotation that ends just before `end`.
    pub fn annotation_before(&self, end: usize) -> Option<usize> {
        let mut at = end.checked_sub(1)?;
        if self.text(at) == ")" {
            at = self.partner(at)?.checked_sub(1)?;
        }
        while self.is_word(at) && self.before(at) == "." {
            at = at.checked_sub(2)?;
        }
        let start = at.checked_sub(1)?;
        (self.annotation_end(start) == Some(end)).then_some(start)
    }

    /// The index behind the type arguments whose `<` is at `index`; `None` if they are not closed
    /// before something that cannot stand in them, or go on for too long.
    pub fn type_arguments_end(&self, index: usize) -> Option<usize> {
        let mut depth = 0;
        let mut at = index;
        while at < index + LONGEST_ARGUMENTS {
            match self.text(at) {
                "<" => depth += 1,
                ">" if depth == 1 => return Some(at + 1),
                ">" => depth -= 1,
                "." | "," | "?" | "&" | "[" | "]" => {}
                "@" => at = self.annotation_end(at)? - 1,
                _ if self.is_word(at) => {}
                _ => return None,
            }
            at += 1;
        }

        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::lexer::lex;

    fn tokens(text: &str) -> Tokens<'_> {
        Tokens::new(text, lex(text).tokens)
    }

    #[test]
    fn braces_outrank_parentheses() {
        let tokens = tokens("{ ( { ) } [ } )");
        let partners: Vec<_> = (0..tokens.len()).map(|i| tokens.partner(i)).collect();
        assert_eq!(
            partners,
            [Some(6), None, Some(4), None, Some(2), None, Some(0), None]
        );
    }

    #[test]
    fn annotations_and_type_arguments_have_an_end() {
        assert_eq!(tokens("@a.B(x = {1}) int").annotation_end(0), Some(11));
        assert_eq!(tokens("@A int").annotation_end(0), Some(2));
        assert_eq!(tokens("@interface A").annotation_end(0), None);
        assert_eq!(
            tokens("<A<? extends B[]>, @C D> x").type_arguments_end(0),
            Some(14)
        );
        assert_eq!(tokens("< a > b").type_arguments_end(0), Some(3));
        assert_eq!(tokens("< a ; >").type_arguments_end(0), None);
    }
}
