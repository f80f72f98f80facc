//! Class paths.

use java_types::Spelling;
use std::path::{Path, PathBuf};

use anyhow::Result;
use jvm::ClassPathError;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use text::{Diagnostic, Span};

use super::missing_from_here;
use crate::failure::{Rejected, about_file};

/// The entries of class paths as written for `java`: separated by `:` (`;` on Windows), empty ones
/// left out.
pub fn entries(paths: &[String]) -> Vec<PathBuf> {
    paths
        .iter()
        .flat_map(std::env::split_paths)
        .filter(|entry| !entry.as_os_str().is_empty())
        .collect()
}

/// Opens the JDK of the environment and the entries.
///
/// # Errors
/// There is no JDK, or an entry is missing or neither a folder nor a jar.
pub fn open(entries: &[PathBuf]) -> Result<ClassPath> {
    let jdk = Jdk::from_environment().map_err(|error| without_jdk(&error))?;
    Ok(ClassPath::open(entries, &jdk).map_err(rejected)?)
}

/// A warning for each class that was looked for and whose file is damaged. It counts as missing, so
/// whatever it could be is assumed.
pub fn damaged(class_path: &ClassPath) -> Vec<Diagnostic> {
    let warning = |(class, reason): (std::sync::Arc<str>, String)| {
        let message = format!("the class `{}` is not known: {reason}", class.to_binary());
        Diagnostic::warning("", Span::default(), "damaged-class", message)
            .with_help("whatever it could be is assumed; repair the class path for a better result")
    };
    class_path.damaged().into_iter().map(warning).collect()
}

fn without_jdk(error: &ClassPathError) -> Rejected {
    let diagnostic = about_file("", "no-jdk", error.to_string());
    diagnostic
        .with_help("set JAVA_HOME to a JDK, 11 or later, or put its `java` on the PATH")
        .into()
}

/// Says of a class path error what can be done about it.
pub fn rejected(error: ClassPathError) -> Rejected {
    match &error {
        ClassPathError::NotFound { entry } => {
            missing_from_here(Path::new(entry), "class path entry").into()
        }
        ClassPathError::Unreadable { entry, .. } => {
            about_file(entry, "unreadable-classes", error.to_string())
                .with_help("a class path holds jars and folders of class files")
                .into()
        }
        ClassPathError::NoJdk => without_jdk(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_entries_are_left_out() {
        let joined = std::env::join_paths(["a.jar", "", "classes"])
            .unwrap()
            .into_string()
            .unwrap();
        assert_eq!(
            entries(&[joined, String::new()]),
            [PathBuf::from("a.jar"), PathBuf::from("classes")]
        );
    }
}
