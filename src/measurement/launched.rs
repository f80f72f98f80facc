//! The classes that a command launches.

use std::path::PathBuf;

use jvm::classpath::expand;

use crate::inputs::class_path::entries;

/// The options of `java` before a class path.
const OPTIONS: [&str; 3] = ["-cp", "-classpath", "--class-path"];

/// The elements of the class path in a command that runs `java`: those of its option, its jar, or
/// those of the environment. Empty if it names none, or is another command.
pub fn class_path(words: &[String]) -> Vec<PathBuf> {
    let Some((first, rest)) = words.split_first() else {
        return Vec::new();
    };
    let name = std::path::Path::new(first).file_stem();
    if name.is_none_or(|name| name != "java") {
        return Vec::new();
    }
    let mut words = rest.iter();
    let mut found = None;
    while let Some(word) = words.next() {
        if OPTIONS.contains(&&**word) {
            found = words.next().cloned();
        } else if let Some(path) = word.strip_prefix("--class-path=") {
            found = Some(path.to_owned());
        } else if word == "-jar" {
            return words.next().map(PathBuf::from).into_iter().collect();
        } else if !word.starts_with('-') {
            break;
        }
    }
    let found = found.or_else(|| std::env::var("CLASSPATH").ok());
    // The JVM leaves out what is not there.
    entries(found.as_slice())
        .iter()
        .flat_map(|entry| expand(entry).unwrap_or_default())
        .filter(|path| path.exists())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Vec<PathBuf> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        class_path(&words)
    }

    #[test]
    fn class_path_is_that_of_the_option() {
        let path = std::env::join_paths(["src", "tests"]).unwrap();
        let path = path.to_str().unwrap();
        let expected = [PathBuf::from("src"), PathBuf::from("tests")];
        assert_eq!(
            of(&["java", "-Xmx1g", "-cp", path, "Main", "-cp", "docs"]),
            expected
        );
        let joined = format!("--class-path={path}");
        assert_eq!(of(&["/usr/bin/java", &joined, "Main"]), expected);
        assert_eq!(
            of(&["java", "-jar", "app.jar", "docs"]),
            [PathBuf::from("app.jar")]
        );
        assert!(of(&["mvn", "-cp", path]).is_empty());
    }
}
