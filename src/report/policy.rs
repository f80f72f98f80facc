//! The content-security policy of a report: its own script and style sheet, by their hashes, and
//! nothing else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The policy for a page with exactly this script and this style sheet. A text that got into the
/// page as markup could neither run, nor load anything, nor send anything, nor change the look; and
/// the script itself may not make markup of texts (trusted types).
pub fn policy(script: &str, style: &str) -> String {
    let (script, style) = (hash(script), hash(style));
    format!(
        "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    )
}

/// As the policy names a source: `'sha256-..'`.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn hashes_are_those_of_the_standard() {
        // The example of Content Security Policy Level 3, section 2.3.1.
        assert_eq!(
            hash("alert('Hello, world.');"),
            "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
        );
    }
}
