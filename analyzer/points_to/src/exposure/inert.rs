//! The annotations that nobody outside the sources acts on.

use java_types::Spelling;
use std::sync::Arc;

use crate::glob::glob;

/// Patterns of annotation types by qualified name (`org.jetbrains.annotations.*`), in which `*`
/// stands for any run of characters. Whatever is not among them may be read by a framework or a
/// processor.
#[derive(Debug, Clone)]
pub struct InertAnnotations {
    patterns: Vec<Arc<str>>,
}

impl Default for InertAnnotations {
    /// The annotations of the JDK and of tools that check programs.
    fn default() -> Self {
        let lines = include_str!("inert-annotations.txt").lines().map(str::trim);
        let patterns = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        InertAnnotations {
            patterns: patterns.map(Arc::from).collect(),
        }
    }
}

impl InertAnnotations {
    /// Adds patterns of the user's.
    pub fn extend(&mut self, patterns: impl IntoIterator<Item = Arc<str>>) {
        self.patterns.extend(patterns);
    }

    /// No patterns: every annotation of a library may be read.
    pub fn none() -> Self {
        InertAnnotations {
            patterns: Vec::new(),
        }
    }

    /// Returns whether the type with this internal name is among them. O(patterns).
    pub fn contains(&self, annotation: &str) -> bool {
        let name = annotation.to_readable();
        self.patterns.iter().any(|pattern| glob(pattern, &name))
    }
}

#[cfg(test)]
mod tests {
    use super::InertAnnotations;

    #[test]
    fn checks_are_inert_and_frameworks_are_not() {
        let inert = InertAnnotations::default();
        for name in [
            "java/lang/Override",
            "org/jetbrains/annotations/NotNull",
            "javax/annotation/Nullable",
        ] {
            assert!(inert.contains(name), "{name}");
        }
        for name in [
            "javax/annotation/PostConstruct",
            "org/junit/Test",
            "lombok/NonNull",
            "app/Marked",
            "javax/annotation/processing/Generated",
        ] {
            assert!(!inert.contains(name), "{name}");
        }
    }
}
