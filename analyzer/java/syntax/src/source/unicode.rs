//! Unicode escapes (JLS 3.3), decoded everywhere before anything else, as the language has it.

use std::borrow::Cow;

use super::offsets::Offsets;

/// `text` with its unicode escapes decoded. Malformed escapes stay as they are, and so do unpaired
/// surrogates and NUL, with a single `u`: only literals may hold them.
pub(crate) fn decoded(text: &str) -> (Cow<'_, str>, Offsets) {
    if !text.contains("\\u") {
        return (Cow::Borrowed(text), Offsets::default());
    }

    let mut decoder = Decoder {
        text,
        out: String::with_capacity(text.len()),
        offsets: Offsets::default(),
        copied: 0,
    };
    let mut at = 0;

    while let Some(found) = text[at..].find('\\') {
        at = decoder.backslash(at + found);
    }

    decoder.copy_to(text.len());
    (Cow::Owned(decoder.out), decoder.offsets)
}

struct Decoder<'a> {
    text: &'a str,
    out: String,
    offsets: Offsets,
    /// Everything before is in `out`.
    copied: usize,
}

impl Decoder<'_> {
    /// Handles the backslash at `at`, which an even number of backslashes precedes; gives where to
    /// go on.
    fn backslash(&mut self, at: usize) -> usize {
        if self.text[at + 1..].starts_with('\\') {
            return at + 2;
        }

        let Some((unit, end)) = escape(self.text, at) else {
            return at + 1;
        };
        let paired = || escape(self.text, end).and_then(|(low, end)| Some((pair(unit, low)?, end)));
        let single = char::from_u32(u32::from(unit))
            .filter(|&c| c != '\0')
            .map(|c| (c, end));

        match single.or_else(paired) {
            Some((c, end)) => {
                self.replace(at, c.encode_utf8(&mut [0; 4]), end);
                end
            }
            None => {
                self.replace(at, &format!("\\u{unit:04x}"), end);
                end
            }
        }
    }

    fn copy_to(&mut self, end: usize) {
        self.out.push_str(&self.text[self.copied..end]);
        self.copied = end;
    }

    fn replace(&mut self, start: usize, with: &str, end: usize) {
        self.copy_to(start);
        self.out.push_str(with);
        self.offsets.push(self.out.len(), end);
        self.copied = end;
    }
}

/// The UTF-16 unit of the escape at `at`, and where it ends.
fn escape(text: &str, at: usize) -> Option<(u16, usize)> {
    let rest = text[at..].strip_prefix("\\u")?.trim_start_matches('u');
    let digits = rest
        .get(..4)
        .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let end = text.len() - rest.len() + 4;
    Some((u16::from_str_radix(digits, 16).ok()?, end))
}

/// The character of two surrogates.
fn pair(high: u16, low: u16) -> Option<char> {
    char::decode_utf16([high, low])
        .next()?
        .ok()
        .filter(|c| c.len_utf16() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(decoded(text).0, expected, "{text}");
    }

    #[test]
    fn escapes_are_decoded_everywhere() {
        check(r"int \u0061bc", "int abc");
        check(r"\uuu0041", "A");
        check(r"\u005c\u005c", r"\\");
        check(r"\u005cu0041", r"\u0041");
        check(r"\u00e9\u20ac", "\u{e9}\u{20ac}");
        check(r"'\u005c''", r"'\''");
    }

    #[test]
    fn an_odd_number_of_backslashes_makes_an_escape() {
        check(r"\\u0041", r"\\u0041");
        check(r"\\\u0041", r"\\A");
        check(r"\n\u0041", r"\nA");
    }

    #[test]
    fn surrogates_are_paired_or_stay() {
        check(r"\uD83D\uDE00", "\u{1F600}");
        check(r"\uuD83D\uD83D\uDE00", "\\ud83d\u{1F600}");
        check(r"\uDE00", r"\ude00");
        check(r"\u0000\u0001", "\\u0000\u{1}");
    }

    #[test]
    fn malformed_escapes_stay() {
        check(r"\u00g0 \u1", r"\u00g0 \u1");
        check("\\u00\u{e9}0", "\\u00\u{e9}0");
    }

    #[test]
    fn offsets_lead_back() {
        let (text, offsets) = decoded(r"a\u0062c\u0064");
        assert_eq!(text, "abcd");
        assert_eq!(
            [0, 1, 2, 3, 4].map(|at| offsets.origin(at)),
            [0, 1, 7, 8, 14]
        );
    }
}
