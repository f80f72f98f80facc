//! JSON nested deeper than a thread's stack is made for: the expressions in a model are trees, and
//! a sum of a hundred terms is a hundred levels deep.

use serde::de::{DeserializeOwned, Error};

/// Deepest nesting that is read.
const DEPTH_LIMIT: usize = 4_000;

/// Enough for [`DEPTH_LIMIT`] levels in an unoptimized build.
const STACK_BYTES: usize = 256 << 20;

/// As `serde_json::from_str`, for values nested up to [`DEPTH_LIMIT`].
pub(super) fn from_str<T: DeserializeOwned + Send>(text: &str) -> serde_json::Result<T> {
    if depth(text) > DEPTH_LIMIT {
        return Err(serde_json::Error::custom(format!(
            "values are nested deeper than {DEPTH_LIMIT} levels"
        )));
    }
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || unbounded(text));
        match reader.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(serde_json::Error::io(error)),
        }
    })
}

fn unbounded<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// How deep brackets are nested, outside of strings.
fn depth(text: &str) -> usize {
    let (mut deepest, mut level, mut in_string, mut escaped) = (0usize, 0usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => level += 1,
            b'}' | b']' if !in_string => level = level.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(level);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(r#"{"a": ["[[\"[", {}]}"#), 3);
    }

    #[test]
    fn nesting_beyond_the_limit_is_an_error_and_not_a_crash() {
        let text = "[".repeat(DEPTH_LIMIT + 1);
        let error = from_str::<serde_json::Value>(&text).unwrap_err();
        assert!(error.to_string().contains("nested deeper"));
    }

    #[test]
    fn nesting_at_the_limit_is_read() {
        let text = format!("{}{}", "[".repeat(DEPTH_LIMIT), "]".repeat(DEPTH_LIMIT));
        let read: Vec<serde::de::IgnoredAny> = from_str(&text).unwrap();
        assert_eq!(read.len(), 1);
    }
}
