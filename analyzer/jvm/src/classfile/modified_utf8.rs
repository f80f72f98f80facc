//! Modified UTF-8 (JVMS 4.4.7): UTF-16 units in one to three bytes each; NUL takes two bytes, and a
//! character beyond the basic plane is a surrogate pair of six.

use std::borrow::Cow;

/// The text of `bytes`. Lone surrogates and ill-formed bytes, which no Java identifier or
/// compiler-made descriptor has, become U+FFFD. Borrows when the bytes are plain UTF-8, as nearly
/// all are. O(n).
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(decode_units(bytes)),
    }
}

fn decode_units(bytes: &[u8]) -> String {
    char::decode_utf16(units(bytes))
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// The UTF-16 units of `bytes`, the exact value of a Java string constant. Ill-formed bytes become
/// U+FFFD.
pub fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (unit, length) = unit(bytes.get(at..)?)?;
        at += length;
        Some(unit)
    })
}

fn unit(bytes: &[u8]) -> Option<(u16, usize)> {
    let tail = |i: usize| {
        bytes
            .get(i)
            .filter(|&&b| b & 0xC0 == 0x80)
            .map(|&b| u16::from(b & 0x3F))
    };
    let first = *bytes.first()?;
    let decoded = match first {
        0x00..=0x7F => Some((u16::from(first), 1)),
        0xC0..=0xDF => tail(1).map(|b| (u16::from(first & 0x1F) << 6 | b, 2)),
        0xE0..=0xEF => tail(1)
            .zip(tail(2))
            .map(|(b, c)| (u16::from(first & 0x0F) << 12 | b << 6 | c, 3)),
        _ => None,
    };

    Some(decoded.unwrap_or((0xFFFD, 1)))
}

/// The modified UTF-8 of `text`. O(n).
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|b| b != 0 && b < 0xF0) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len() + 2);
    text.encode_utf16()
        .for_each(|unit| encode_unit(unit, &mut out));
    Cow::Owned(out)
}

fn encode_unit(unit: u16, out: &mut Vec<u8>) {
    let low = |shift: u16| 0x80 | (unit >> shift & 0x3F) as u8;
    match unit {
        0x01..=0x7F => out.push(unit as u8),
        0 | 0x80..=0x7FF => out.extend([0xC0 | (unit >> 6) as u8, low(0)]),
        _ => out.extend([0xE0 | (unit >> 12) as u8, low(6), low(0)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_and_supplementary_characters_round_trip() {
        let text = "a\0\u{e9}\u{20ac}\u{1F600}";
        let bytes = encode(text);
        assert_eq!(bytes.len(), 1 + 2 + 2 + 3 + 6);
        assert_eq!(decode(&bytes), text);
    }

    #[test]
    fn lone_surrogate_keeps_its_unit_and_reads_as_replacement() {
        let bytes = [0xED, 0xA0, 0x80, b'x'];
        assert_eq!(units(&bytes).collect::<Vec<_>>(), [0xD800, u16::from(b'x')]);
        assert_eq!(decode(&bytes), "\u{FFFD}x");
    }

    #[test]
    fn ill_formed_bytes_end_and_do_not_panic() {
        assert_eq!(decode(&[0xE0, 0x80]), "\u{FFFD}\u{FFFD}");
        assert_eq!(decode(&[0xFF]), "\u{FFFD}");
    }
}
