//! Percent-encoding of paths in addresses.

/// A path as a part of an address (RFC 3986): letters, digits, `/` and the other unreserved
/// characters stay, and each other byte is `%` and its two digits.
pub fn encoded(path: &str) -> String {
    let encode = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    path.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn addresses_hold_no_text_of_a_path_that_means_something_there() {
        assert_eq!(encoded("a/B.java"), "a/B.java");
        assert_eq!(encoded("a&b=\"<\u{e9}"), "a%26b%3D%22%3C%C3%A9");
    }
}
