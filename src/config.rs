//! The configuration file: the options of `analyze` and `weave` under their names.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use text::{Diagnostic, LineIndex, nearest};

use crate::cli::{Format, Step};
use crate::failure::Rejected;
use crate::inputs::{shown, text_file};

/// The name under which the file is looked for in the current folder.
pub const FILE_NAME: &str = "residua.toml";

/// The settings of a configuration file. Paths count from its folder; `~/` is the user's
/// home.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// `--source`.
    #[serde(default)]
    pub source: Vec<PathBuf>,
    /// `--property`.
    #[serde(default)]
    pub property: Vec<PathBuf>,
    /// `--left-out`.
    #[serde(default, rename = "left-out")]
    pub left_out: Vec<PathBuf>,
    /// `--classpath`.
    #[serde(default)]
    pub classpath: Vec<PathBuf>,
    /// `--entry`.
    #[serde(default)]
    pub entry: Vec<String>,
    /// `--ran`.
    pub ran: Option<PathBuf>,
    /// `--reflection-log`.
    #[serde(rename = "reflection-log")]
    pub reflection_log: Option<PathBuf>,
    /// `--models`.
    #[serde(default)]
    pub models: Vec<PathBuf>,
    /// `--out`.
    pub out: Option<PathBuf>,
    /// `--through`.
    pub through: Option<Step>,
    /// `--no-data`.
    #[serde(default, rename = "no-data")]
    pub no_data: bool,
    /// `--format`.
    pub format: Option<Format>,
    /// `--compat`.
    #[serde(default)]
    pub compat: bool,
    /// `--check`.
    #[serde(default)]
    pub check: bool,
    /// `--strict`.
    #[serde(default)]
    pub strict: bool,
    /// `--accept`.
    #[serde(default)]
    pub accept: Vec<String>,
    /// `--budget`.
    pub budget: Option<u64>,
    /// `--counts`.
    pub counts: Option<PathBuf>,
    /// `--threads`.
    pub threads: Option<NonZeroUsize>,
    /// `--classes`.
    #[serde(default)]
    pub classes: Vec<PathBuf>,
    /// `--resources`.
    #[serde(default)]
    pub resources: Vec<PathBuf>,
    /// `--inert-annotation`.
    #[serde(default, rename = "inert-annotations")]
    pub inert_annotations: Vec<String>,
    /// `--no-fields` of `weave`.
    #[serde(default, rename = "no-fields")]
    pub no_fields: bool,
    /// `--no-tripwires` of `weave`.
    #[serde(default, rename = "no-tripwires")]
    pub no_tripwires: bool,
    /// `--output` of `weave`.
    pub output: Option<PathBuf>,
}

/// The keys of [`Config`].
const KEYS: [&str; 25] = [
    "source",
    "left-out",
    "property",
    "classpath",
    "entry",
    "ran",
    "reflection-log",
    "models",
    "out",
    "through",
    "no-data",
    "format",
    "compat",
    "check",
    "strict",
    "accept",
    "budget",
    "counts",
    "threads",
    "classes",
    "resources",
    "inert-annotations",
    "no-fields",
    "no-tripwires",
    "output",
];

/// The configuration file that counts: `named`, or else the one in the current folder, if it is
/// there. Folders above are not looked into: what a result rests on must not come from a file that
/// nobody thinks of.
///
/// # Errors
/// As [`read`].
pub fn in_force(named: Option<&Path>) -> Result<Config, Rejected> {
    let here = Path::new(FILE_NAME);
    match named {
        Some(named) => read(named),
        None if here.is_file() => read(here),
        None => Ok(Config::default()),
    }
}

/// Reads the configuration file at `path`.
///
/// # Errors
/// It is missing, no TOML, or has a key or a value that is not known, with the place.
pub fn read(path: &Path) -> Result<Config, Rejected> {
    let text = text_file(path, "configuration file")?;
    let config = toml::from_str(&text).map_err(|error| rejection(path, &text, &error))?;
    Ok(below(config, path.parent().unwrap_or(Path::new(""))))
}

fn below(config: Config, folder: &Path) -> Config {
    let one = |path: &PathBuf| folder.join(at_home(path));
    let all = |paths: Vec<PathBuf>| paths.iter().map(one).collect();
    Config {
        source: all(config.source),
        left_out: all(config.left_out),
        property: all(config.property),
        classpath: all(config.classpath),
        ran: config.ran.as_ref().map(one),
        reflection_log: config.reflection_log.as_ref().map(one),
        models: all(config.models),
        out: config.out.as_ref().map(one),
        counts: config.counts.as_ref().map(one),
        classes: all(config.classes),
        resources: all(config.resources),
        output: config.output.as_ref().map(one),
        ..config
    }
}

/// `~/x` below the user's home, as shells have it; a project's file can name a local repository for
/// everybody.
fn at_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(below), Some(home)) => home.join(below),
        _ => path.to_owned(),
    }
}

fn rejection(path: &Path, text: &str, error: &toml::de::Error) -> Diagnostic {
    let range = error.span().unwrap_or(0..0);
    let span = LineIndex::new(text).span(text, range.start, range.end);
    let diagnostic =
        Diagnostic::error(&shown(path), span, "configuration", error.message()).with_source(text);
    match nearest(text.get(range).unwrap_or_default(), KEYS)
        .filter(|_| error.message().starts_with("unknown field"))
    {
        Some(key) => diagnostic.with_help(format!("did you mean `{key}`?")),
        None if error.message().contains("expected a sequence") => {
            diagnostic.with_help("write a list: `key = [\"one\", \"two\"]`")
        }
        None if error.message().contains("expected a boolean") => {
            diagnostic.with_help("write `true` or `false`, without quotation marks")
        }
        None => diagnostic.with_help(
            "the file is TOML: `key = \"text\"`, `key = [\"one\", \"two\"]`, `key = true`",
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn config(text: &str) -> Result<Config, Diagnostic> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("residua.toml");
        std::fs::write(&path, text).unwrap();
        read(&path).map_err(|rejected| rejected.0.into_iter().next().unwrap())
    }

    #[test]
    fn paths_count_from_the_folder_of_the_file() {
        let config = below(
            toml::from_str("source = ['src']\nout = '/abs'").unwrap(),
            Path::new("project"),
        );
        assert_eq!(config.source, [PathBuf::from("project/src")]);
        assert_eq!(config.out, Some(PathBuf::from("/abs")));
    }

    #[test]
    fn home_is_a_tilde() {
        let config = below(
            toml::from_str("classpath = ['~/lib/a.jar', 'a~/b.jar']").unwrap(),
            Path::new("project"),
        );
        let home = std::env::home_dir().unwrap();
        assert_eq!(
            config.classpath,
            [home.join("lib/a.jar"), PathBuf::from("project/a~/b.jar")]
        );
    }

    #[test]
    fn unknown_key_is_shown_with_the_nearest_one() {
        let error = config("source = ['src']\nproprety = ['p.lrv']\n").unwrap_err();
        assert_eq!((error.span.line, error.span.column), (2, 1));
        assert_eq!(error.help.as_deref(), Some("did you mean `property`?"));
    }

    #[test]
    fn value_that_is_not_known_is_shown_with_what_was_expected() {
        let error = config("through = 'residual3'\n").unwrap_err();
        assert_eq!((error.span.line, error.span.column), (1, 11));
        assert!(error.message.contains("residual2"), "{}", error.message);
    }

    /// A text with every key.
    fn every_key() -> String {
        let whole = KEYS.map(|key| match key {
            "out" | "ran" | "reflection-log" | "output" | "counts" => format!("{key} = 'o'"),
            "through" => "through = 'all'".to_owned(),
            "format" => "format = 'json'".to_owned(),
            "threads" | "budget" => format!("{key} = 2"),
            "no-data" | "no-fields" | "no-tripwires" | "compat" | "check" | "strict" => {
                format!("{key} = true")
            }
            list => format!("{list} = ['x']"),
        });
        whole.join("\n")
    }

    #[test]
    fn schema_has_every_key_and_no_other() {
        let schema = include_str!("../docs/schemas/config.schema.json");
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
        let keys: BTreeSet<&str> = KEYS.into_iter().collect();
        let described = schema["properties"].as_object().unwrap();
        let described: BTreeSet<&str> = described.keys().map(String::as_str).collect();
        assert_eq!(described, keys);

        let validator = jsonschema::validator_for(&schema).unwrap();
        let valid = |text: &str| validator.is_valid(&toml::from_str(text).unwrap());
        assert!(valid(&every_key()));
        for wrong in [
            "soruce = ['x']",
            "source = 'x'",
            "budget = -1",
            "through = 'x'",
        ] {
            assert!(!valid(wrong), "{wrong}");
        }
    }

    #[test]
    fn every_key_is_read() {
        let config = config(&every_key()).unwrap();
        assert!(
            config.no_data && config.no_fields && config.compat && config.check && config.strict
        );
        assert_eq!(
            (config.through, config.format),
            (Some(Step::All), Some(Format::Json))
        );
        assert_eq!(config.threads.map(NonZeroUsize::get), Some(2));
        assert!(
            [
                config.source.len(),
                config.property.len(),
                config.classpath.len(),
                config.entry.len()
            ] == [1; 4]
        );
        let lists = [&config.models, &config.classes, &config.left_out].map(Vec::len);
        assert!(lists == [1; 3] && config.accept.len() == 1);
        assert!(config.budget == Some(2) && config.output.is_some() && config.counts.is_some());
    }
}
