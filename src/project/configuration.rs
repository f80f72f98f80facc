//! The text of a new `residua.toml`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::{Build, Tool};

/// Returns what is written about a build and its properties, in `folder`: the keys that have
/// values, each with a sentence, and at the end those that wait for one. Of a library any method
/// may be called.
pub fn configuration(
    folder: &Path,
    build: &Build,
    properties: &[PathBuf],
    is_library: bool,
) -> String {
    let shown = |path: &PathBuf| quoted(&shown(folder, path));
    let paths = |paths: &[PathBuf]| list(&paths.iter().map(shown).collect::<Vec<_>>());
    let mut text = String::from(
        "# What `residua analyze` and `residua weave` work on, as `residua init` found it. Paths count from this folder; `~/` is\n\
         # your home. The command line wins over this file.\n\n",
    );
    let _ = write!(
        text,
        "# Folders of sources, analysed as one program, without tests.\nsource = {}\n\n",
        paths(&build.sources)
    );

    if !build.left_out.is_empty() {
        let about =
            "# Sources that are no part of the program, as it seems: they have not been compiled.";
        let _ = write!(text, "{about}\nleft-out = {}\n\n", paths(&build.left_out));
    }

    let _ = write!(
        text,
        "# Property files, and folders of them.\nproperty = {}\n\n",
        paths(properties)
    );
    let _ = write!(
        text,
        "# What the sources compile against.{}\nclasspath = {}\n",
        versions(build.tool),
        paths(&build.class_path)
    );

    for missing in &build.missing {
        let _ = writeln!(
            text,
            "# not found on this machine: {}",
            missing.replace(char::is_control, " ")
        );
    }

    let _ = write!(
        text,
        "\n# The compiled classes that `weave` reads, and the folder that it makes of them.\nclasses = {}\n",
        paths(&build.classes)
    );
    let _ = write!(text, "output = {}\n\n", shown(&build.output));

    if !build.resources.is_empty() {
        let about = "# Folders of resources: what they name of the sources, a framework may use.";
        let _ = write!(text, "{about}\nresources = {}\n\n", paths(&build.resources));
    }

    text += "# Where execution begins: methods, or annotations of methods that a framework calls; every `main`, if nothing is said.\n";
    text += if is_library {
        "entry = [\"*\"]\n"
    } else {
        ENTRY
    };

    text + REST
}

/// The key of entry points, waiting.
const ENTRY: &str = "# entry = [\"app.Server.start\", \"@org.junit.jupiter.api.Test\"]\n";

/// The keys that most projects do not need.
const REST: &str = r#"
# Where `analyze` writes.
# out = "residua-out"

# What reflective calls reached in runs, and what methods of libraries do with the objects they are given.
# reflection-log = "reflection.log"
# models = ["models.yaml"]

# Annotations that no framework and no processor acts on.
# inert-annotations = ["com.example.Reviewed"]

# Methods that ran though the analysis took them for unreachable: `java -Dresidua.tripwires=ran.tsv ..` records them.
# ran = "ran.tsv"

# The build fails if more monitored calls than these remain.
# budget = 100

# With `strict`, sources must be read in full, and the result may rest on nothing that is not accepted here.
# strict = true
# accept = ["separate-compilation", "open-class:app/Plugins.java"]
"#;

fn versions(tool: Tool) -> &'static str {
    match tool {
        Tool::Gradle => {
            " Where two libraries ask for different versions of a third, compare with `gradle dependencies`."
        }
        Tool::Maven => " Where in doubt, compare with `mvn dependency:build-classpath`.",
        Tool::Sbt => " Where in doubt, compare with `sbt \"show Compile/dependencyClasspath\"`.",
        Tool::Ant | Tool::Plain => "",
    }
}

/// A path as the file has it: below the folder, below the user's home, or whole.
fn shown(folder: &Path, path: &Path) -> String {
    let below_home = || {
        let home = std::env::home_dir().filter(|home| home.parent().is_some())?;
        Some(Path::new("~").join(path.strip_prefix(home).ok()?))
    };
    let below = path
        .strip_prefix(folder)
        .map(Path::to_owned)
        .ok()
        .or_else(below_home);
    let below = below.unwrap_or_else(|| path.to_owned());

    if below.as_os_str().is_empty() {
        ".".to_owned()
    } else {
        below.to_string_lossy().into_owned()
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => _ = write!(quoted, "\\u{:04X}", control as u32),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

fn list(items: &[String]) -> String {
    match items {
        [] => "[]".to_owned(),
        [one] => format!("[{one}]"),
        several => format!("[\n    {},\n]", several.join(",\n    ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_path_is_read_as_it_was() {
        let odd = "a \"b\" \\ c\u{7f}\n\u{1f600}";
        let text = format!("source = {}", list(&[quoted(odd), quoted("x")]));
        let table: toml::Table = toml::from_str(&text).unwrap();
        assert_eq!(table["source"][0].as_str(), Some(odd));
    }

    #[test]
    fn keys_that_wait_are_those_that_are_read() {
        let active: String = [ENTRY, REST]
            .concat()
            .lines()
            .map(|line| line.strip_prefix("# ").unwrap_or(line))
            .filter(|l| l.contains(" = "))
            .fold(String::new(), |text, line| text + line + "\n");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("residua.toml");
        std::fs::write(&path, active).unwrap();
        let config = crate::config::read(&path).unwrap();
        assert!(
            config.strict
                && config.budget == Some(100)
                && config.entry.len() == 2
                && config.accept.len() == 2
        );
    }
}
