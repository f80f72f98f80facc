//! Character and string literals and text blocks (JLS 3.10.4 to 3.10.7).

use crate::ast::Literal;

/// The value of the character literal `text`, quotes included.
pub(crate) fn character(text: &str) -> Result<Literal, String> {
    let inner = between(text, "'").ok_or("a character literal is not closed")?;
    let units = if inner.contains('\\') {
        unescaped(inner, false)?
    } else {
        inner.encode_utf16().collect()
    };
    match units[..] {
        [unit] if unit != 10 && unit != 13 || inner.starts_with('\\') => Ok(Literal::Char(unit)),
        _ => Err("a character literal must hold one UTF-16 unit".to_owned()),
    }
}

/// The value of the string literal or text block `text`, quotes included.
pub(crate) fn string(text: &str) -> Result<Literal, String> {
    if text.starts_with("\"\"\"") {
        let inner = between(text, "\"\"\"").ok_or("a text block is not closed")?;
        return text_block(inner);
    }
    let inner = between(text, "\"").ok_or("a string literal is not closed")?;
    if inner.contains(['\n', '\r']) {
        return Err("a string literal must end on its line".to_owned());
    }
    value(inner, false)
}

fn between<'a>(text: &'a str, quotes: &str) -> Option<&'a str> {
    text.strip_prefix(quotes)?.strip_suffix(quotes)
}

fn value(text: &str, block: bool) -> Result<Literal, String> {
    if !text.contains('\\') {
        return Ok(Literal::Str(text.into()));
    }
    let units = unescaped(text, block)?;
    Ok(match String::from_utf16(&units) {
        Ok(text) => Literal::Str(text.into()),
        Err(_) => Literal::StrUnits(units.into()),
    })
}

/// `inner` with its first line, indentation and trailing white space removed, then its escapes
/// resolved.
fn text_block(inner: &str) -> Result<Literal, String> {
    let inner = inner.replace("\r\n", "\n").replace('\r', "\n");
    let (first, content) = inner
        .split_once('\n')
        .ok_or("a text block must begin with a line break")?;

    if !first.trim_matches([' ', '\t', '\u{c}']).is_empty() {
        return Err("a text block must begin with a line break".to_owned());
    }

    let lines: Vec<&str> = content.split('\n').collect();
    let (last, others) = lines.split_last().ok_or("a text block is not closed")?;
    let significant = others.iter().filter(|line| !is_blank(line)).chain([last]);
    let indentation = significant
        .map(|line| line.chars().take_while(|&c| is_white(c)).count())
        .min()
        .unwrap_or(0);
    let stripped: Vec<&str> = lines
        .iter()
        .map(|line| stripped(line, indentation))
        .collect();

    value(&stripped.join("\n"), true)
}

fn is_blank(line: &str) -> bool {
    line.chars().all(is_white)
}

fn stripped(line: &str, indentation: usize) -> &str {
    let start = line
        .char_indices()
        .nth(indentation)
        .map_or(line.len(), |(at, _)| at);
    line[start..].trim_end_matches(is_white)
}

/// `Character.isWhitespace`, by which `String.stripIndent` goes.
fn is_white(c: char) -> bool {
    match c {
        '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{85}' => false,
        '\u{1c}'..='\u{1f}' => true,
        _ => c.is_whitespace(),
    }
}

/// The UTF-16 units of `text` with its escapes resolved; a text block may escape line breaks.
fn unescaped(text: &str, block: bool) -> Result<Vec<u16>, String> {
    let mut units = Vec::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            continue;
        }
        match chars.next() {
            Some('\n') if block => {}
            Some('u') => units.push(unicode(&mut chars)?),
            Some(digit @ '0'..='7') => units.push(octal(digit, &mut chars)),
            escaped => units.push(simple_escape(escaped)?),
        }
    }

    Ok(units)
}

fn simple_escape(escaped: Option<char>) -> Result<u16, String> {
    Ok(match escaped {
        Some('b') => 8,
        Some('t') => 9,
        Some('n') => 10,
        Some('f') => 12,
        Some('r') => 13,
        Some('s') => 32,
        Some('"') => 34,
        Some('\'') => 39,
        Some('\\') => 92,
        Some(other) => return Err(format!("`\\{other}` is not an escape sequence")),
        None => return Err("an escape sequence is incomplete".to_owned()),
    })
}

/// An octal escape of up to three digits, at most `\377`.
fn octal(first: char, chars: &mut std::iter::Peekable<std::str::Chars>) -> u16 {
    let mut value = first as u16 - u16::from(b'0');
    let more = if first <= '3' { 2 } else { 1 };
    for _ in 0..more {
        let Some(digit) = chars.next_if(|c| matches!(c, '0'..='7')) else {
            break;
        };
        value = value * 8 + (digit as u16 - u16::from(b'0'));
    }
    value
}

/// A `\u` escape that decoding has left in place: an unpaired surrogate or NUL, behind `\u`.
fn unicode(chars: &mut std::iter::Peekable<std::str::Chars>) -> Result<u16, String> {
    let mut value = 0;
    while chars.next_if_eq(&'u').is_some() {}
    for _ in 0..4 {
        let digit = chars
            .next()
            .and_then(|c| c.to_digit(16))
            .ok_or("a unicode escape needs four digits")?;
        value = value * 16 + digit as u16;
    }
    match value {
        0 | 0xD800..=0xDFFF => Ok(value),
        _ => Err("a backslash must not come from a unicode escape here".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, value: &str) {
        assert_eq!(string(text), Ok(Literal::Str(value.into())), "{text}");
    }

    #[test]
    fn escapes_of_strings_are_resolved() {
        check(r#""a\tb\n\s\"\'\\""#, "a\tb\n \"'\\");
        check(r#""\0\18\377\400\47""#, "\0\u{1}8\u{ff}\u{20}0'");
        check(r#""\\u0041""#, "\\u0041");
    }

    #[test]
    fn unpaired_surrogates_are_kept_as_units() {
        assert_eq!(
            string(r#""a\uD800""#),
            Ok(Literal::StrUnits([97, 0xD800].as_slice().into()))
        );
        check(r#""\uD83D\uDE00""#, "\u{1F600}");
        assert_eq!(character(r"'\uDFFF'"), Ok(Literal::Char(0xDFFF)));
    }

    #[test]
    fn text_blocks_lose_their_indentation() {
        check("\"\"\"\n    a\n      b  \n    \"\"\"", "a\n  b\n");
        check("\"\"\"  \r\n    a\r\n   b\"\"\"", " a\nb");
        check("\"\"\"\n    a\n\n  \"\"\"", "  a\n\n");
        check("\"\"\"\n\ta \\\n\tb\\s\n\t\"\"\"", "a b \n");
        check("\"\"\"\n  \"x\" \\\"\"\" y\"\"\"", "\"x\" \"\"\" y");
        check("\"\"\"\n\"\"\"", "");
    }

    #[test]
    fn wrong_literals_are_errors() {
        for text in [
            "\"a\nb\"",
            r#""\q""#,
            r#""\u0041""#,
            "\"\"\"a\"\"\"",
            r#""\"#,
            "\"",
        ] {
            assert!(string(text).is_err(), "{text}");
        }
        for text in ["''", "'ab'", "'\u{1F600}'", "'\n'", "'"] {
            assert!(character(text).is_err(), "{text}");
        }
    }

    #[test]
    fn characters_have_their_unit() {
        assert_eq!(character("'a'"), Ok(Literal::Char(97)));
        assert_eq!(character(r"'\''"), Ok(Literal::Char(39)));
        assert_eq!(character(r"'\n'"), Ok(Literal::Char(10)));
        assert_eq!(character("'\u{e9}'"), Ok(Literal::Char(0xe9)));
    }
}
