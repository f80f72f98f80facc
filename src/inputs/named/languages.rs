//! The names in sources in Kotlin, Groovy or another language: their class files may not be there.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::names::Names;

/// The classes of the program whose simple names are words of the text, and those that their
/// members and supertypes lead to: other languages need not write the type of a result that they
/// use. O(words + classes reached).
pub fn classes_named(text: &str, names: &Names) -> BTreeSet<Arc<str>> {
    let mut next: Vec<&Arc<str>> = words(text)
        .flat_map(|word| names.of_simple_name(word))
        .collect();
    let mut found = BTreeSet::new();
    while let Some(class) = next.pop() {
        if found.insert(class.clone()) {
            next.extend(names.in_declaration(class));
        }
    }
    found
}

/// The words of a text, those in comments and strings as well.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
}
