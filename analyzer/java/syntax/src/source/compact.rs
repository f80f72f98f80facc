//! Compact source files (JLS 7.3, 8.1.8): methods, fields and types that no class stands around.
//! They are read as the members of a final class without a name, which conversion knows by that.

use super::edit::Edit;
use super::tokens::Tokens;

/// Edits that put a class around the members of a compact source file; none for any other file.
pub(super) fn edits(tokens: &Tokens) -> Vec<Edit> {
    let Some(first) = first_member(tokens).filter(|&first| declares_method(tokens, first)) else {
        return Vec::new();
    };
    let end = tokens.end(tokens.len() - 1);
    vec![
        Edit::insert(tokens.start(first), "final class $ {"),
        Edit::insert(end, "}"),
    ]
}

/// The first token behind the imports; `None` where a package or nothing is declared.
fn first_member(tokens: &Tokens) -> Option<usize> {
    let mut at = 0;
    loop {
        at = match tokens.text(at) {
            "" | "package" => return None,
            ";" => at + 1,
            "import" => (at..tokens.len()).find(|&index| tokens.text(index) == ";")? + 1,
            _ => return Some(at),
        };
    }
}

/// Returns whether some declaration from here on is a method, and all braces have partners.
fn declares_method(tokens: &Tokens, mut at: usize) -> bool {
    let mut found = false;
    while at < tokens.len() {
        let Some(member) = Member::at(tokens, at) else {
            return false;
        };
        found |= member.is_method;
        at = member.end;
    }
    found
}

/// A declaration of a compact source file.
struct Member {
    is_method: bool,
    /// The first token behind it.
    end: usize,
}

impl Member {
    /// The declaration that begins at `start`; `None` where there can be none.
    fn at(tokens: &Tokens, start: usize) -> Option<Member> {
        let (mut at, mut is_type, mut parameters) = (start, false, false);
        loop {
            at = match tokens.text(at) {
                "" | "}" | "package" | "import" => return None,
                ";" => {
                    return Some(Member {
                        is_method: parameters && !is_type,
                        end: at + 1,
                    });
                }
                "=" => {
                    return Some(Member {
                        is_method: false,
                        end: value_end(tokens, at)?,
                    });
                }
                "{" => {
                    return Some(Member {
                        is_method: parameters && !is_type,
                        end: tokens.partner(at)? + 1,
                    });
                }
                "class" | "enum" | "interface" | "module" => {
                    is_type = true;
                    at + 1
                }
                "record" if tokens.is_word(at + 1) && matches!(tokens.text(at + 2), "(" | "<") => {
                    is_type = true;
                    at + 1
                }
                "@" if tokens.text(at + 1) != "interface" => tokens.annotation_end(at)?,
                "(" => {
                    parameters |= tokens.is_word(at.wrapping_sub(1));
                    tokens.partner(at)? + 1
                }
                _ => at + 1,
            };
        }
    }
}

/// The token behind the semicolon of a field.
fn value_end(tokens: &Tokens, mut at: usize) -> Option<usize> {
    loop {
        at = match tokens.text(at) {
            "" | "}" => return None,
            ";" => return Some(at + 1),
            "(" | "{" | "[" => tokens.partner(at)? + 1,
            _ => at + 1,
        };
    }
}
