//! The effects of code, as far as its words and symbols show: prints, assigns, returns, resets.

use crate::java::statement_ranges;
use date::code::lexical::{Lexeme, lexeme, lexemes};

/// A text without space and comments.
pub(super) fn compact(text: &str) -> String {
    lexemes(text)
        .filter(|(kind, _)| !kind.is_blank())
        .map(|(_, range)| &text[range])
        .collect()
}

/// Returns whether a text assigns, as far as symbols tell. Calls are taken to be made for what they
/// return.
pub(super) fn has_effects(text: &str) -> bool {
    let symbol = |(kind, range)| {
        if kind == Lexeme::Symbol {
            &text[range]
        } else {
            " "
        }
    };
    let symbols: String = lexemes(text).map(symbol).collect();
    let assigns =
        |text: &str, operators: &[&str]| operators.iter().any(|operator| text.contains(operator));

    let compares = ["==", "!=", "<=", ">="];
    assigns(&symbols, &["<<=", ">>="])
        || assigns(
            &compares
                .iter()
                .fold(symbols, |symbols, operator| symbols.replace(operator, " ")),
            &["++", "--", "="],
        )
}

/// Returns whether a statement does nothing but print.
pub(super) fn prints(statement: &str) -> bool {
    print_statement(statement).is_some_and(|printed| printed.len() == statement.trim_end().len())
}

/// The statement at the start of a text that does nothing but print.
pub(super) fn print_statement(text: &str) -> Option<&str> {
    let printers = [
        "System.err.print",
        "System.out.print",
        "RVMLogging.out.print",
        "MOPLogging.out.print",
    ];
    let mut compact = String::new();
    let (mut at, mut depth) = (0, 0usize);

    while let Some((kind, length)) = lexeme(&text[at..]) {
        let piece = &text[at..at + length];
        at += length;
        match piece {
            _ if matches!(kind, Lexeme::Space | Lexeme::Comment) => continue,
            "(" if depth == 0 && !printers.iter().any(|printer| compact.starts_with(printer)) => {
                return None;
            }
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth = depth.checked_sub(1)?,
            ";" if depth == 0 => return compact.ends_with(')').then(|| &text[..at]),
            _ => {}
        }
        compact += piece;
    }

    None
}

fn resets_in(body: &str) -> usize {
    lexemes(body)
        .filter(|(kind, range)| *kind == Lexeme::Word && &body[range.clone()] == "__RESET")
        .count()
}

/// Returns whether a body resets the automaton, or may.
pub(super) fn mentions_reset(body: &str) -> bool {
    resets_in(body) > 0
}

/// Returns whether a body resets the automaton in some cases only: within another statement, or
/// where it may have returned before.
pub(super) fn may_reset(body: &str) -> bool {
    let words = resets_in(body);
    let statements = statement_ranges(body);
    let always = statements
        .into_iter()
        .filter(|range| compact(&body[range.clone()]) == "__RESET;")
        .count();
    words > always || words > 0 && returns(body)
}

/// Returns whether code returns, as far as words tell.
pub(super) fn returns(code: &str) -> bool {
    lexemes(code).any(|(kind, range)| {
        let rest = &code[range.end..];
        kind == Lexeme::Word && &code[range] == "return" && rest.trim_start().starts_with(';')
    })
}

/// Returns whether a body does nothing but print.
pub(super) fn only_prints(body: &str) -> bool {
    statement_ranges(body)
        .into_iter()
        .all(|range| prints(&body[range]))
        && (body.trim().is_empty() || !statement_ranges(body).is_empty())
}
