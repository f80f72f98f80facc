//! LARVA's context qualifiers: `::x` is the global context's x, `u::x` and `u,a::x` the x of the
//! enclosing context with these keys. They are not Java, so they are blanked out before Java is
//! parsed; offsets stay as they are.
//!
//! `a::b` remains a Java method reference unless `a` are the keys of an enclosing context that
//! declares `b`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::CodeError;
use crate::java::Scope;
use date::code::Name;
use date::code::lexical::{Lexeme, blanks, lexeme};
use text::nearest;

/// Java text without qualifiers, of the length of the original.
pub(super) struct Unqualified {
    pub text: String,
    /// By the first byte of each name that was qualified: where the qualified form starts, and what
    /// it stands for.
    pub names: BTreeMap<usize, (usize, Name)>,
}

/// Blanks out the qualifiers in `text`. Errors: `::x` where the global context declares no `x`.
pub(super) fn unqualify(text: &str, scope: &Scope<'_>) -> Result<Unqualified, CodeError> {
    let tokens = tokens(text);
    let mut result = Unqualified {
        text: text.to_owned(),
        names: BTreeMap::new(),
    };

    for (i, colons) in tokens.iter().enumerate().filter(|(_, t)| t.text == "::") {
        let Some(name) = tokens.get(i + 1).filter(|t| t.is_word()) else {
            continue;
        };
        if opens_keys(&tokens[i + 1..], scope) {
            continue;
        }
        let Some((start, resolved)) =
            qualified(&tokens[..i], &tokens[i + 2..], colons, name, scope)?
        else {
            continue;
        };
        blank(&mut result.text, start..colons.range.end);
        result.names.insert(name.range.start, (start, resolved));
    }

    Ok(result)
}

/// Returns whether `after`, what stands after a `::`, begins with the keys of a context and another
/// `::`: then the first `::` is the optional mark of `::u::x`, and goes with the second.
fn opens_keys(after: &[Token<'_>], scope: &Scope<'_>) -> bool {
    let end = after
        .iter()
        .position(|t| !t.is_word() && t.text != ",")
        .unwrap_or(after.len());
    let words: Vec<&str> = after[..end]
        .iter()
        .filter(|t| t.is_word())
        .map(|t| t.text)
        .collect();
    let name = after
        .get(end + 1)
        .filter(|t| t.is_word() && after[end].text == "::");

    name.is_some_and(|name| {
        scope
            .context_with_keys(&words)
            .is_some_and(|id| scope.declared(id, name.text).is_some())
    })
}

/// Resolves one `::` with the tokens before it and those after its name: the start of the qualified
/// form and its meaning, `None` for a method reference.
fn qualified(
    before: &[Token<'_>],
    after: &[Token<'_>],
    colons: &Token<'_>,
    name: &Token<'_>,
    scope: &Scope<'_>,
) -> Result<Option<(usize, Name)>, CodeError> {
    let keys = keys_before(before);
    let leading = if keys.is_empty() {
        None
    } else {
        before.len().checked_sub(keys.len() * 2)
    };
    let explicit_global = leading
        .and_then(|i| before.get(i))
        .filter(|t| t.text == "::");

    for skipped in 0..keys.len() {
        let words: Vec<&str> = keys[skipped..].iter().map(|t| t.text).collect();
        let found = scope
            .context_with_keys(&words)
            .and_then(|id| scope.declared(id, name.text));
        if let Some(kind) = found {
            let start = explicit_global
                .filter(|_| skipped == 0)
                .unwrap_or(keys[skipped])
                .range
                .start;
            return Ok(Some((start, Name::new(name.text, kind))));
        }
    }

    if !before.last().is_some_and(Token::ends_operand) {
        return global(colons, name, scope).map(Some);
    }

    match keys.last().filter(|_| is_operand(before, after)) {
        Some(key) => Err(CodeError {
            range: key.range.start..name.range.end,
            code: "unknown-variable",
            message: format!("no enclosing context has the key `{}` and declares `{}`", key.text, name.text),
            help: Some(
                "write `::x` for a variable of the global context, `key::x` for one of a context around".to_owned(),
            ),
        }),
        None => Ok(None),
    }
}

/// Returns whether what is qualified is an operand, as a method reference never is (JLS 15.13).
fn is_operand(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    const OPERATORS: &str = "+-*/%=&|^!<>[.";
    let is_operator = |token: &Token<'_>| OPERATORS.contains(token.text);
    let updated = |tokens: &[Token<'_>]| matches!(tokens, [.., a, b, _] if a.text == b.text && "+-".contains(a.text));
    after.first().is_some_and(is_operator) || updated(before)
}

fn global(
    colons: &Token<'_>,
    name: &Token<'_>,
    scope: &Scope<'_>,
) -> Result<(usize, Name), CodeError> {
    let Some(id) = scope.context_with_keys(&[]) else {
        unreachable!("the chain ends in the global context")
    };
    match scope.declared(id, name.text) {
        Some(kind) => Ok((colons.range.start, Name::new(name.text, kind))),
        None => Err(CodeError {
            range: colons.range.start..name.range.end,
            code: "unknown-variable",
            message: format!("the global context declares no `{}`", name.text),
            help: nearest(name.text, scope.names_of(id))
                .map(|near| format!("did you mean `::{near}`?")),
        }),
    }
}

/// The words of `w, w, w` that end `before`, in order.
fn keys_before<'t, 's>(before: &'t [Token<'s>]) -> Vec<&'t Token<'s>> {
    let mut keys = Vec::new();
    let mut rest = before;
    while let Some((word, front)) = rest.split_last().filter(|(t, _)| t.is_word()) {
        keys.push(word);
        match front.split_last() {
            Some((comma, front)) if comma.text == "," => rest = front,
            _ => break,
        }
    }
    keys.reverse();
    keys
}

fn blank(text: &mut String, range: Range<usize>) {
    let blanks = blanks(&text[range.clone()]);
    text.replace_range(range, &blanks);
}

/// A word, `::`, or any other single character outside strings and comments.
struct Token<'a> {
    text: &'a str,
    range: Range<usize>,
}

impl Token<'_> {
    fn is_word(&self) -> bool {
        self.text
            .starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
    }

    /// Returns whether an operand ends here, so that a `::` after it belongs to a method reference.
    fn ends_operand(&self) -> bool {
        let keyword = matches!(
            self.text,
            "return" | "else" | "do" | "assert" | "throw" | "case" | "yield" | "instanceof"
        );
        !keyword && (self.is_word() || matches!(self.text, ")" | "]" | ">" | "\""))
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some((kind, len)) = lexeme(&text[at..]) {
        let shown = if kind == Lexeme::Quoted {
            at..at + 1
        } else {
            at..at + len
        };
        if !matches!(kind, Lexeme::Space | Lexeme::Comment) {
            tokens.push(Token {
                text: &text[shown],
                range: at..at + len,
            });
        }
        at += len;
    }

    tokens
}
