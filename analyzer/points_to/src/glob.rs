//! Patterns with `*` for any run of characters.

/// Says whether `text` matches `pattern`, in which `*` stands for any run of characters.
/// O(|pattern| * |text|).
pub fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };

    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }

    rest.len() >= last.len() && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn star_stands_for_any_run() {
        for (pattern, text, fits) in [
            ("a*c", "abbc", true),
            ("a*c", "ac", true),
            ("a*c", "acb", false),
            ("*", "", true),
            ("ab", "abc", false),
            ("a*b*b", "ab", false),
            ("a*b*b", "abb", true),
        ] {
            assert_eq!(glob(pattern, text), fits, "{pattern} on {text}");
        }
    }
}
