//! One entry of the list.

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::killer::Killer;

/// A rule that is broken, and who must notice.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Its name.
    pub id: String,
    /// The broken thing in a few words: a rule of the residuals, of tracking, ..
    pub rule: String,
    /// The hazards of [`crate::HAZARDS`] that it ignores; none where it breaks a rule of the
    /// algebra.
    #[serde(default)]
    pub hazards: Vec<u8>,
    /// The source file, from the root of the workspace.
    pub file: String,
    /// The text that stands there, exactly once.
    pub text: String,
    /// The text that stands there instead.
    pub replacement: String,
    /// The careless shortcut, in one sentence.
    pub shortcut: String,
    /// The test that fails.
    pub killer: Killer,
}

/// Why a fault cannot be planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// Its text does not stand in the file.
    Absent,
    /// Its text stands there more than once.
    Ambiguous,
    /// It changes nothing.
    Idle,
}

impl Fault {
    /// The source file with the fault in it. Blanks and line breaks do not count, since a formatter
    /// moves them, nor do commas before a closing bracket. O(size).
    ///
    /// # Errors
    /// The fault does not fit the file.
    pub fn planted(&self, source: &str) -> Result<String, Misfit> {
        let (text, comma) = match self.text.trim_end().strip_suffix(',') {
            Some(text) => (text, true),
            None => (self.text.as_str(), false),
        };
        let (source_text, wanted) = (Tokens::of(source), Tokens::of(text));
        if wanted.text.is_empty() {
            return Err(Misfit::Absent);
        }
        let mut places = source_text.text.match_indices(&wanted.text);
        let (at, _) = places.next().ok_or(Misfit::Absent)?;
        if places.next().is_some() {
            return Err(Misfit::Ambiguous);
        }
        if self.text == self.replacement {
            return Err(Misfit::Idle);
        }
        let start = source_text.places[at];
        let mut end = source_text.places[at + wanted.text.len() - 1] + 1;
        if comma && let Some(rest) = source[end..].trim_start().strip_prefix(',') {
            end = source.len() - rest.len();
        }
        Ok([&source[..start], &self.replacement, &source[end..]].concat())
    }
}

/// A text without what a formatter changes.
struct Tokens {
    /// The bytes that count, as text.
    text: String,
    /// For each byte of `text` its place in the original.
    places: Vec<usize>,
}

impl Tokens {
    fn of(original: &str) -> Self {
        let mut tokens = Tokens {
            text: String::new(),
            places: Vec::new(),
        };
        for (at, character) in original.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            if matches!(character, ')' | ']' | '}') && tokens.text.ends_with(',') {
                tokens.text.pop();
                tokens.places.pop();
            }
            tokens.text.push(character);
            tokens.places.extend(at..at + character.len_utf8());
        }
        tokens
    }
}

/// All faults, in the order of the list.
///
/// # Errors
/// The list is malformed.
pub fn faults() -> Result<Vec<Fault>> {
    serde_saphyr::from_str(include_str!("../faults.yaml")).context("faults.yaml")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted(text: &str, replacement: &str, source: &str) -> Result<String, Misfit> {
        let mut fault = faults().expect("the list can be read").remove(0);
        fault.text = text.to_owned();
        fault.replacement = replacement.to_owned();
        fault.planted(source)
    }

    #[test]
    fn blanks_and_last_commas_do_not_count() {
        let source = "call(\n    first,\n    second,\n);\n";
        let faulty = planted("call(first, second)", "call(second)", source);
        assert_eq!(faulty.as_deref(), Ok("call(second);\n"));
    }

    #[test]
    fn arm_at_the_end_keeps_its_comma_once() {
        let source = "match x {\n    1 => one(),\n    _ => two(),\n}";
        let faulty = planted("_ => two(),", "_ => one(),", source);
        assert_eq!(
            faulty.as_deref(),
            Ok("match x {\n    1 => one(),\n    _ => one(),\n}")
        );
    }

    #[test]
    fn misfits_are_told_apart() {
        assert_eq!(planted("b", "c", "a"), Err(Misfit::Absent));
        assert_eq!(planted(",", "c", ""), Err(Misfit::Absent));
        assert_eq!(planted("a", "c", "a + a"), Err(Misfit::Ambiguous));
        assert_eq!(planted("a", "a", "a"), Err(Misfit::Idle));
    }
}
