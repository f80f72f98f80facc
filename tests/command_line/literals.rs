//! The texts in a source: its string literals, without comments and tests.

use std::iter::Peekable;
use std::str::Chars;

/// The string literals of a source, up to its tests.
pub fn literals(source: &str) -> Vec<String> {
    let code = source
        .split("#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default();
    let mut found = Vec::new();
    let mut rest = code.chars().peekable();
    let mut before = ' ';
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => skip_line(&mut rest),
            'r' if !is_word(before) && is_raw(&rest) => found.push(raw(&mut rest)),
            '"' => found.push(quoted(&mut rest)),
            '\'' => skip_character(&mut rest),
            _ => {}
        }
        before = c;
    }
    found
}

/// The texts of a script, which has each on one line.
pub fn script_literals(source: &str) -> Vec<String> {
    let lines = source.lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split(['\'', '`']).skip(1).step_by(2))
        .map(str::to_owned)
        .collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn skip_line(rest: &mut Peekable<Chars>) {
    let _ = rest.find(|&c| c == '\n');
}

/// Returns whether `#`s and a quote follow an `r`.
fn is_raw(rest: &Peekable<Chars>) -> bool {
    rest.clone().find(|&c| c != '#') == Some('"')
}

/// Skips `x'` and `\n'`, and nothing behind the quote of a lifetime.
fn skip_character(rest: &mut Peekable<Chars>) {
    let mut ahead = rest.clone();
    let first = ahead.next();
    if first == Some('\\') {
        rest.nth(1);
        let _ = rest.find(|&c| c == '\'');
    } else if ahead.next() == Some('\'') {
        rest.nth(1);
    }
}

fn quoted(rest: &mut Peekable<Chars>) -> String {
    let mut text = String::new();
    while let Some(c) = rest.next() {
        match c {
            '"' => break,
            '\\' => text.push(escaped(rest)),
            _ => text.push(c),
        }
    }
    text
}

/// The character of an escape; a line break and the blanks after it are one blank.
fn escaped(rest: &mut Peekable<Chars>) -> char {
    match rest.next() {
        Some('\n') => {
            while rest.next_if(|c| c.is_whitespace()).is_some() {}
            ' '
        }
        Some('n' | 't') | None => ' ',
        Some(c) => c,
    }
}

fn raw(rest: &mut Peekable<Chars>) -> String {
    let mut end = "\"".to_owned();
    while rest.next() == Some('#') {
        end.push('#');
    }

    let mut text = String::new();
    while !text.ends_with(&end) {
        let Some(c) = rest.next() else { break };
        text.push(c);
    }
    text.truncate(text.len().saturating_sub(end.len()));
    text
}

#[test]
fn literals_are_found() {
    let source = r##"
        /// "no text"
        fn f<'a>(c: char) { g('"', '\'', "one \"two\"\n", r#"thr"ee"#, "four \
            five"); }
        #[cfg(test)]
        mod tests { "six" }
    "##
    .replace("        ", "");
    let found = ["one \"two\" ", "thr\"ee", "four  five"];
    assert_eq!(literals(&source), found);
}

#[test]
fn literals_of_scripts_are_found() {
    let script = "// it's none\nadd('one', `two ${three}`); // four\n";
    assert_eq!(script_literals(script), ["one", "two ${three}"]);
}
