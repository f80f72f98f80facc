//! Writes YAML: block style, quotes only where they are needed.

/// A node to write.
#[derive(Debug, Clone)]
pub(super) enum Doc {
    /// An empty value.
    Nothing,
    Text(String),
    List(Vec<Doc>),
    Map(Vec<(String, Doc)>),
}

impl Doc {
    pub fn text(text: impl Into<String>) -> Self {
        Doc::Text(text.into())
    }

    /// The document as text, with a newline at its end.
    pub fn write(&self) -> String {
        let mut out = String::new();
        match self {
            Doc::Map(entries) if entries.is_empty() => out.push_str("{}\n"),
            Doc::Map(entries) => map(&mut out, entries, 0),
            Doc::List(items) => list(&mut out, items, 0),
            other => value(&mut out, other, 0),
        }
        out
    }
}

fn map(out: &mut String, entries: &[(String, Doc)], indent: usize) {
    for (i, (key, doc)) in entries.iter().enumerate() {
        if i > 0 {
            pad(out, indent);
        }
        out.push_str(&scalar(key));
        out.push(':');
        value(out, doc, indent);
    }
}

fn list(out: &mut String, items: &[Doc], indent: usize) {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            pad(out, indent);
        }
        out.push('-');
        match item {
            Doc::Map(entries) if !entries.is_empty() => {
                out.push(' ');
                map(out, entries, indent + 2);
            }
            other => value(out, other, indent),
        }
    }
}

/// A value after `key:` or `-`, with the newline that ends it. `indent` is that of the key.
fn value(out: &mut String, doc: &Doc, indent: usize) {
    match doc {
        Doc::Nothing => out.push('\n'),
        Doc::Text(text) if is_block(text) => block(out, text, indent + 2),
        Doc::Text(text) => *out += &format!(" {}\n", scalar(text)),
        Doc::List(items)
            if items
                .iter()
                .all(|item| matches!(item, Doc::Text(text) if is_simple(text))) =>
        {
            let words: Vec<String> = items.iter().map(inline).collect();
            *out += &format!(" [{}]\n", words.join(", "));
        }
        Doc::List(items) => {
            nested(out, indent + 2);
            list(out, items, indent + 2);
        }
        Doc::Map(entries) if entries.is_empty() => out.push_str(" {}\n"),
        Doc::Map(entries) => {
            nested(out, indent + 2);
            map(out, entries, indent + 2);
        }
    }
}

fn inline(doc: &Doc) -> String {
    match doc {
        Doc::Text(text) => scalar(text),
        _ => String::new(),
    }
}

fn nested(out: &mut String, indent: usize) {
    out.push('\n');
    pad(out, indent);
}

fn pad(out: &mut String, indent: usize) {
    out.extend(std::iter::repeat_n(' ', indent));
}

/// Returns whether a literal block shows the text as it is.
fn is_block(text: &str) -> bool {
    let ends = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    text.contains('\n') && !ends && text.chars().all(|c| c == '\n' || is_printable(c))
}

fn block(out: &mut String, text: &str, indent: usize) {
    out.push_str(" |-\n");
    for line in text.split('\n') {
        if !line.is_empty() {
            pad(out, indent);
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// A single word that is no YAML syntax even between brackets.
fn is_simple(text: &str) -> bool {
    is_plain(text)
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ' '))
}

fn scalar(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// Returns whether YAML reads the text back as it is, as a string.
fn is_plain(text: &str) -> bool {
    let starts_plainly = text.starts_with(|c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '$' | '(' | '/' | '^' | '~' | '+')
    });
    let syntax = text.contains(": ")
        || text.contains(" #")
        || text.ends_with(':')
        || text.ends_with(char::is_whitespace);
    starts_plainly && !syntax && text.chars().all(is_printable) && !looks_typed(text)
}

/// Returns whether YAML takes the text for a number, boolean or null.
fn looks_typed(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let word = matches!(
        lower.as_str(),
        "null" | "~" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    word || text.starts_with(|c: char| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-'))
        || text.starts_with('+')
}

/// Tabs and what Unicode calls space or control are shown by escapes only.
fn is_printable(c: char) -> bool {
    c == ' '
        || !(c.is_control()
            || c.is_whitespace()
            || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}'))
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_printable(c) => out.push(c),
            c if u32::from(c) <= 0xff => out += &format!("\\x{:02x}", u32::from(c)),
            c if u32::from(c) <= 0xffff => out += &format!("\\u{:04x}", u32::from(c)),
            c => out += &format!("\\U{:08x}", u32::from(c)),
        }
    }

    out.push('"');
    out
}
