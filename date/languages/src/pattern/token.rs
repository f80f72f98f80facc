//! The tokens of a trigger.

use std::ops::Range;

pub(super) struct Token {
    pub text: String,
    pub range: Range<usize>,
}

/// Words (with what stands between `<` and `>` in them), parentheses, commas and bars.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut depth = 0usize;
    let mut open = false;

    for (at, c) in text.char_indices() {
        depth = match c {
            '<' => depth + 1,
            '>' => depth.saturating_sub(1),
            _ => depth,
        };
        let range = at..at + c.len_utf8();
        match c {
            c if depth == 0 && c.is_whitespace() => open = false,
            '(' | ')' | ',' | '|' if depth == 0 => {
                tokens.push(Token {
                    text: c.to_string(),
                    range,
                });
                open = false;
            }
            c => match tokens.last_mut().filter(|_| open) {
                Some(token) => {
                    token.text.push(c);
                    token.range.end = range.end;
                }
                None => {
                    tokens.push(Token {
                        text: c.to_string(),
                        range,
                    });
                    open = true;
                }
            },
        }
    }

    tokens
}
