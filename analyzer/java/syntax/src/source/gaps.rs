//! Constructs that the grammar cannot read, or reads wrongly, rewritten into others that it can
//! read. No rewriting changes what the text says: names and literals are read from the text before
//! it, and conversion knows the forms that stand for others.
//!
//! | text | parsed as |
//! |---|---|
//! | comments | one blank: the parser reads blanks byte by byte |
//! | Ctrl-Z at the end (JLS 3.5), byte order mark | blanks |
//! | text blocks, escapes in literals | filled with `x` |
//! | numbers with underscores, exponents or prefixes | filled with `1` |
//! | contextual keywords as names, `enum` and `assert` in old sources | other names |
//! | `super(..)` and `this(..)` behind other statements | a call of a method |
//! | `(a) = b` | `a = b` |
//! | `(a.b) + c` | `((a.b)) + c`, which is no cast |
//! | `String @A ... x` | `String ... x` |
//! | `catch (@A E \| @B F e)` | `catch (E \| F e)` |
//! | `case A(_), B(_)` | one record pattern of patterns |
//! | `case a -> b -> c`, `when a -> b -> c` | `case ((a)) -> b -> c`: the parameter of no lambda expression |
//! | `final` and annotations inside patterns | blanks |
//! | `p.R(..)` and `R()` as patterns | `p.R<$>(..)`, `R<$>()` |
//! | `instanceof @A final R r` | `instanceof final R r` |
//! | `import module m;` | `import m;` |
//! | members without a class (a compact source file) | members of a class without a name |
//! | `@ interface` | `@interface` |
//! | `@interfaces`, `non-sealeds` | with another first letter |
//! | literals that are not closed or not UTF-8 | something wrong |

use super::edit::{Edit, With, sort};
use super::lexer::{Token, TokenKind};
use super::patterns::{case_label, instance_pattern};
use super::tokens::Tokens;

/// The edits for a text, sorted.
pub(crate) fn edits(
    text: &str,
    comments: Vec<std::ops::Range<usize>>,
    tokens: &Tokens,
) -> Vec<Edit> {
    let mut edits: Vec<Edit> = comments.into_iter().map(Edit::comment).collect();
    let marks = [(0, '\u{feff}'), (text.len().wrapping_sub(1), '\u{1a}')];
    for (at, mark) in marks {
        if text.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
            edits.push(Edit::blank(at..at + mark.len_utf8()));
        }
    }

    let mut rewriter = Rewriter {
        text,
        tokens,
        module: declares_module(tokens),
        guard: None,
    };

    for index in 0..tokens.len() {
        rewriter.token(index, &mut edits);
    }

    edits.extend(super::compact::edits(tokens));
    sort(&mut edits);
    edits
}

/// Returns whether this is a module declaration, where names of directives are keywords.
fn declares_module(tokens: &Tokens) -> bool {
    let starts = |index: usize| {
        let mut end = index + 2;
        while tokens.text(end) == "." {
            end += 2;
        }
        tokens.is_word(index + 1) && tokens.text(end) == "{"
    };
    let top = (0..tokens.len()).take_while(|&index| tokens.text(index) != "{");
    top.filter(|&index| tokens.text(index) == "module")
        .any(starts)
}

struct Rewriter<'a> {
    text: &'a str,
    tokens: &'a Tokens<'a>,
    module: bool,
    /// The `when` of the label that was read last.
    guard: Option<usize>,
}

impl Rewriter<'_> {
    fn token(&mut self, index: usize, edits: &mut Vec<Edit>) {
        let Some(token) = self.tokens.get(index) else {
            return;
        };
        match token.kind {
            TokenKind::Word => self.word(index, token, edits),
            TokenKind::Number => edits.extend(number(self.tokens.text(index), token)),
            TokenKind::Text | TokenKind::Character => {
                edits.extend(quoted(self.tokens.text(index), token))
            }
            TokenKind::Block => edits.extend(filled(token.range(), 3, b'x')),
            TokenKind::Unclosed | TokenKind::Unreadable => {
                edits.extend(filled(token.range(), 0, b'#'))
            }
            TokenKind::Template => {}
            TokenKind::Sign => self.sign(index, token, edits),
        }
    }

    fn word(&mut self, index: usize, token: Token, edits: &mut Vec<Edit>) {
        let text = self.tokens.text(index);
        match text {
            "this" | "super" => edits.extend(self.constructor_call(index).then(|| renamed(token))),
            "case" => self.guard = case_label(self.tokens, index, edits).or(self.guard),
            "instanceof" => instance_pattern(self.tokens, index, edits),
            "import" => edits.extend(self.module_import(index)),
            "catch" => self.annotated_catch(index, edits),
            _ if self.is_plain_name(index, text) => edits.push(renamed(token)),
            _ if self.has_keyword_inside(index, text) => {
                edits.push(Edit {
                    part: token.range().start..token.range().start + 1,
                    with: With::Fill(b'_'),
                });
            }
            _ if !text.is_ascii() => self.currency(token, edits),
            _ => {}
        }
    }

    /// Returns whether `text`, which is a keyword in some places, is a name here (JLS 3.9).
    fn is_plain_name(&self, index: usize, text: &str) -> bool {
        let next = self.tokens.text(index + 1);
        let before = self.tokens.before(index);
        match text {
            "open" | "module" | "opens" | "exports" | "requires" | "to" | "uses" | "provides"
            | "with" | "transitive" => !self.module,
            "when" => self.guard != Some(index),
            "record" => {
                before == "."
                    || !self.tokens.is_word(index + 1)
                    || !matches!(self.tokens.text(index + 2), "(" | "<")
            }
            "sealed" => !declares_more(next),
            "permits" => !self.tokens.is_word(index + 1) && next != "@",
            "yield" => !self.yields(index),
            "enum" => {
                !self.tokens.is_word(index + 1)
                    || !matches!(self.tokens.text(index + 2), "{" | "implements")
            }
            "assert" => !starts_statement(before) || is_operand_end(next) && next != "(",
            _ => false,
        }
    }

    /// Returns whether the grammar would see `non-sealed` or `@interface` in the beginning of a
    /// longer word.
    fn has_keyword_inside(&self, index: usize, text: &str) -> bool {
        match self.tokens.before(index) {
            "@" => text.starts_with("interface") && text != "interface",
            "-" => text.starts_with("sealed") && text != "sealed",
            _ => false,
        }
    }

    /// Returns whether `yield` at `index` begins a yield statement; `yield (..)` is left to the
    /// grammar.
    fn yields(&self, index: usize) -> bool {
        let next = self.tokens.text(index + 1);
        let operand = match next {
            "++" | "--" => self.tokens.text(index + 2) != ";",
            "(" | "+" | "-" | "!" | "~" => true,
            _ => {
                self.tokens
                    .get(index + 1)
                    .is_some_and(|token| token.kind != TokenKind::Sign)
                    && next != "instanceof"
            }
        };
        operand && starts_statement(self.tokens.before(index))
            || next == "(" && self.tokens.before(index) != "."
    }

    /// Returns whether `this` or `super` at `index` is a constructor call that the grammar does not
    /// know: not the first statement, or qualified.
    fn constructor_call(&self, index: usize) -> bool {
        self.tokens.text(index + 1) == "(" && !matches!(self.tokens.before(index), "{" | ">")
    }

    fn module_import(&self, index: usize) -> Option<Edit> {
        let module = self.tokens.text(index + 1) == "module" && self.tokens.is_word(index + 2);
        module.then(|| {
            self.tokens
                .get(index + 1)
                .map(|token| Edit::blank(token.range()))
        })?
    }

    /// Currency signs and connecting punctuation are letters of Java, but not of the grammar (JLS
    /// 3.8).
    fn currency(&self, token: Token, edits: &mut Vec<Edit>) {
        let start = token.start as usize;
        let letters = self.text[token.range()]
            .char_indices()
            .filter(|&(_, c)| is_sign_letter(c));
        edits.extend(letters.map(|(at, c)| Edit {
            part: start + at..start + at + c.len_utf8(),
            with: With::Fill(b'_'),
        }));
    }

    fn sign(&self, index: usize, token: Token, edits: &mut Vec<Edit>) {
        match self.tokens.text(index) {
            ")" => {
                self.parenthesized_target(index, edits);
                self.parenthesized_name(index, edits);
            }
            "..." => self.annotated_varargs(index, edits),
            "@" if self.tokens.text(index + 1) == "interface" && !self.tokens.adjacent(index) => {
                let end = self.tokens.start(index + 1);
                edits.push(Edit::blank(token.range()));
                edits.push(Edit {
                    part: end - 1..end,
                    with: With::Fill(b'@'),
                });
            }
            _ => {}
        }
    }

    /// `(a) = b`: the parentheses, if an assignment follows and no call or declaration has them.
    fn parenthesized_target(&self, mut close: usize, edits: &mut Vec<Edit>) {
        if !self.assigns(close + 1) {
            return;
        }
        while let Some(open) = self.tokens.partner(close) {
            let before = open.wrapping_sub(1);
            let free = !self.tokens.is_word(before)
                || matches!(
                    self.tokens.text(before),
                    "return" | "else" | "do" | "case" | "throw" | "assert" | "yield"
                );
            if !free || matches!(self.tokens.text(before), "]" | ">") {
                return;
            }
            edits.extend(
                [open, close]
                    .iter()
                    .filter_map(|&at| self.tokens.get(at))
                    .map(|t| Edit::blank(t.range())),
            );
            if self.tokens.text(close - 1) != ")"
                || self.tokens.partner(close - 1) != Some(open + 1)
            {
                return;
            }
            close -= 1;
        }
    }

    /// `(a.b) + c`: parentheses twice around a name before a sign, which is an operator of two
    /// operands. Only casts to primitive types are followed by a sign (JLS 15.16), but the grammar
    /// has casts to any.
    fn parenthesized_name(&self, close: usize, edits: &mut Vec<Edit>) {
        if !matches!(self.tokens.text(close + 1), "+" | "-") {
            return;
        }

        let Some(open) = self.tokens.partner(close) else {
            return;
        };
        let inside = open + 1..close;
        let is_name = inside.len() % 2 == 1
            && inside.clone().all(|at| match (at - inside.start) % 2 {
                0 => self.tokens.is_word(at),
                _ => self.tokens.text(at) == ".",
            });

        if is_name && !(inside.len() == 1 && is_primitive(self.tokens.text(inside.start))) {
            edits.push(Edit::insert(self.tokens.end(open), "("));
            edits.push(Edit::insert(self.tokens.start(close), ")"));
        }
    }

    fn assigns(&self, index: usize) -> bool {
        let sign = self.tokens.text(index);
        let shift = matches!(sign, "<" | ">") && self.tokens.adjacent(index) && {
            let next = self.tokens.text(index + 1);
            let last = self.tokens.text(index + 2) == ">=" && self.tokens.adjacent(index + 1);
            next == "<=" && sign == "<" || sign == ">" && (next == ">=" || next == ">" && last)
        };
        shift || sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=")
    }

    /// Annotations of what is caught.
    fn annotated_catch(&self, index: usize, edits: &mut Vec<Edit>) {
        let close = self
            .tokens
            .partner(index + 1)
            .filter(|_| self.tokens.text(index + 1) == "(");
        let mut at = index + 2;
        while close.is_some_and(|close| at < close) {
            let end = self.tokens.annotation_end(at).filter(|&end| end > at);
            edits.extend(
                end.map(|end| Edit::blank(self.tokens.start(at)..self.tokens.end(end - 1))),
            );
            at = end.unwrap_or(at + 1);
        }
    }

    /// Annotations between a type and `...`.
    fn annotated_varargs(&self, dots: usize, edits: &mut Vec<Edit>) {
        let mut end = dots;
        while let Some(start) = self.tokens.annotation_before(end) {
            edits.push(Edit::blank(
                self.tokens.start(start)..self.tokens.end(end - 1),
            ));
            end = start;
        }
    }
}

fn is_primitive(word: &str) -> bool {
    matches!(
        word,
        "boolean" | "byte" | "char" | "double" | "float" | "int" | "long" | "short"
    )
}

/// Returns whether a statement can begin behind a token `before`.
fn starts_statement(before: &str) -> bool {
    matches!(
        before,
        "{" | "}" | ";" | ")" | ":" | "->" | "else" | "do" | ""
    )
}

/// Returns whether `next` shows that what is before it was a whole operand.
fn is_operand_end(next: &str) -> bool {
    matches!(
        next,
        "=" | "."
            | ","
            | ")"
            | ";"
            | "["
            | "]"
            | "}"
            | ":"
            | "?"
            | "=="
            | "!="
            | "&"
            | "|"
            | "instanceof"
    )
}

/// Returns whether `next` goes on with a declaration behind `sealed`.
fn declares_more(next: &str) -> bool {
    matches!(
        next,
        "class"
            | "interface"
            | "abstract"
            | "public"
            | "protected"
            | "private"
            | "static"
            | "strictfp"
            | "final"
            | "@"
    )
}

/// A name of the same length that is no keyword.
fn renamed(token: Token) -> Edit {
    let end = token.end as usize;
    Edit {
        part: end - 1..end,
        with: With::Fill(b'_'),
    }
}

/// The inside of a range with `margin` bytes on both sides left as they are.
fn filled(range: std::ops::Range<usize>, margin: usize, with: u8) -> Option<Edit> {
    let part = range.start + margin..range.end.checked_sub(margin)?;
    (part.start < part.end).then_some(Edit {
        part,
        with: With::Fill(with),
    })
}

/// Literals with escapes are filled; plain ones stay.
fn quoted(text: &str, token: Token) -> Option<Edit> {
    let plain = !text.bytes().any(|b| b == b'\\' || b < b' ' || b == 0x7f);
    (!plain).then(|| filled(token.range(), 1, b'x'))?
}

/// Numbers of any but the simplest form are filled.
fn number(text: &str, token: Token) -> Option<Edit> {
    let plain =
        text.len() == 1 || !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    (!plain).then(|| filled(token.range(), 0, b'1'))?
}

/// Letters of Java that XID_Start and XID_Continue lack: currency signs and connecting punctuation.
fn is_sign_letter(c: char) -> bool {
    matches!(
        c,
        '\u{a2}'..='\u{a5}'
            | '\u{58f}'
            | '\u{60b}'
            | '\u{9f2}'
            | '\u{9f3}'
            | '\u{9fb}'
            | '\u{af1}'
            | '\u{bf9}'
            | '\u{e3f}'
            | '\u{17db}'
            | '\u{203f}'
            | '\u{2040}'
            | '\u{2054}'
            | '\u{20a0}'..='\u{20c0}'
            | '\u{a838}'
            | '\u{fdfc}'
            | '\u{fe33}'
            | '\u{fe34}'
            | '\u{fe4d}'..='\u{fe4f}'
            | '\u{fe69}'
            | '\u{ff04}'
            | '\u{ff3f}'
            | '\u{ffe0}'
            | '\u{ffe1}'
            | '\u{ffe5}'
            | '\u{ffe6}'
    )
}
