//! The user's command, on other classes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

/// The placeholder for the classes in a command.
const PLACE: &str = "{classes}";

/// A command whose classes can be replaced.
#[derive(Debug)]
pub struct CommandLine {
    words: Vec<String>,
    /// The class folders and jars as given, and as they are whatever leads there.
    classes: Vec<PathBuf>,
}

impl CommandLine {
    /// A command that names the classes: as `{classes}` anywhere, or as elements of a path that is
    /// a word of its own.
    ///
    /// # Errors
    /// It names them nowhere, so that all variants would be the same.
    pub fn new(words: Vec<String>, classes: &[PathBuf]) -> Result<CommandLine> {
        let classes = classes
            .iter()
            .map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()))
            .collect();
        let command = CommandLine { words, classes };

        if !command
            .words
            .iter()
            .any(|word| word.contains(PLACE) || command.names_classes(word))
        {
            let shown: Vec<String> = command
                .classes
                .iter()
                .map(|path| path.display().to_string())
                .collect();
            bail!(
                "the command does not name the classes ({}), so nothing could be put in their place; write `{PLACE}` where \
                 they belong",
                shown.join(", ")
            );
        }

        Ok(command)
    }

    /// The command on `woven` classes, or on those that it names.
    pub fn on(&self, woven: Option<&Path>) -> Command {
        let words: Vec<OsString> = self
            .words
            .iter()
            .map(|word| self.replaced(word, woven))
            .collect();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
    }

    fn replaced(&self, word: &str, woven: Option<&Path>) -> OsString {
        if word.contains(PLACE) {
            let classes = match woven {
                Some(woven) => woven.as_os_str().to_owned(),
                None => std::env::join_paths(&self.classes).unwrap_or_default(),
            };
            return word.replace(PLACE, &classes.to_string_lossy()).into();
        }

        let Some(woven) = woven.filter(|_| self.names_classes(word)) else {
            return word.into();
        };
        let mut elements: Vec<PathBuf> = Vec::new();

        for element in std::env::split_paths(word) {
            let element = if self.is_class_path(&element) {
                woven.to_owned()
            } else {
                element
            };
            if !elements.contains(&element) {
                elements.push(element);
            }
        }

        std::env::join_paths(elements).unwrap_or_else(|_| word.into())
    }

    fn names_classes(&self, word: &str) -> bool {
        std::env::split_paths(word).any(|element| self.is_class_path(&element))
    }

    fn is_class_path(&self, element: &Path) -> bool {
        let jars = jvm::classpath::expand(element).unwrap_or_default();
        jars.iter()
            .filter_map(|path| path.canonicalize().ok())
            .any(|path| self.classes.contains(&path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(words: &[&str], woven: Option<&str>) -> Vec<String> {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        let command =
            CommandLine::new(words, &[PathBuf::from("src"), PathBuf::from("tests")]).unwrap();
        command
            .on(woven.map(Path::new))
            .get_args()
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn classes_are_replaced_in_paths() {
        assert_eq!(
            on(&["java", "-cp", "./src:docs:tests", "src.Main"], Some("w")),
            ["-cp", "w:docs", "src.Main"]
        );
        assert_eq!(
            on(&["java", "-cp", "./src:docs", "Main"], None),
            ["-cp", "./src:docs", "Main"]
        );
    }

    #[test]
    fn place_for_the_classes_may_be_within_a_word() {
        assert_eq!(
            on(&["sh", "-c", "java -cp {classes}:lib Main"], Some("w")),
            ["-c", "java -cp w:lib Main"]
        );
        assert!(on(&["java", "-cp={classes}"], None)[0].ends_with("/tests"));
    }

    #[test]
    fn command_without_the_classes_is_refused() {
        let error = CommandLine::new(
            vec!["java".to_owned(), "Main".to_owned()],
            &[PathBuf::from("src")],
        )
        .unwrap_err();
        assert!(error.to_string().contains("{classes}"), "{error}");
    }
}
