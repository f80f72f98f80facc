//! Changes that make a text nearly right.

use test_support::Random;

/// The start of a character.
fn place(random: &mut Random, text: &str) -> usize {
    text.floor_char_boundary(random.below(text.len() + 1))
}

/// A piece of a text: a few bytes, a word, or a line.
fn piece(random: &mut Random, text: &str) -> std::ops::Range<usize> {
    let start = place(random, text);
    let rest = &text[start..];
    let len = match random.below(4) {
        0 => rest.chars().next().map_or(0, char::len_utf8),
        1 => rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len()),
        2 => rest.find('\n').unwrap_or(rest.len()),
        _ => place(random, &rest[..rest.floor_char_boundary(60)]),
    };
    start..start + len
}

/// Changes one place of a text: drops or repeats a piece, puts one of `tokens` there, or a piece of
/// `donor`.
pub fn mutate(random: &mut Random, text: &mut String, donor: &str, tokens: &[&str]) {
    let range = piece(random, text);
    match random.below(5) {
        0 => text.replace_range(range, ""),
        1 => {
            let copy = text[range.clone()].to_owned();
            text.insert_str(range.end, &copy);
        }
        2 => text.replace_range(range, random.pick(tokens)),
        3 => text.insert_str(range.start, random.pick(tokens)),
        _ => {
            let other = piece(random, donor);
            text.replace_range(range, &donor[other]);
        }
    }
}
