//! The catalogue of the codes of findings: what each code means, and what the user does about it.
//!
//! `codes.yaml` is the list. A test reads the sources of the product and finds that each code in
//! them is listed, and that each listed one is in them.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Deserialize;

/// All codes, by theme.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Catalogue(Vec<Theme>);

/// The codes of findings about the same thing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Theme {
    title: String,
    codes: BTreeMap<String, Code>,
}

/// A code of findings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// The ranks that findings with the code may have, at least one.
    pub severity: Vec<Rank>,
    /// Its meaning: one or two sentences.
    pub means: String,
    /// The remedy of the user.
    #[serde(rename = "do")]
    pub remedy: String,
    /// Text with the mistake, or with the remedy.
    pub example: Option<String>,
}

/// The severity of a finding, or that it is an assumption of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// Something worth knowing.
    Note,
    /// Suspicious, or handled conservatively.
    Warning,
    /// The input cannot be used.
    Error,
    /// Something that a result needs and that is not proved.
    Assumption,
}

/// Reads the catalogue. O(its text).
pub fn catalogue() -> Catalogue {
    serde_saphyr::from_str(include_str!("codes.yaml")).expect("the catalogue is well formed")
}

impl Catalogue {
    /// The code of this name.
    pub fn find(&self, name: &str) -> Option<&Code> {
        self.0.iter().find_map(|theme| theme.codes.get(name))
    }

    /// The names of all codes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let codes = self.0.iter().flat_map(|theme| theme.codes.keys());
        codes.map(String::as_str)
    }
}

impl Code {
    /// The first sentence about what it means.
    pub fn summary(&self) -> &str {
        let end = self
            .means
            .find(". ")
            .map_or(self.means.len(), |dot| dot + 1);
        &self.means[..end]
    }

    /// `error or warning`.
    pub fn ranks(&self) -> String {
        let words = self.severity.iter().map(|rank| rank.word());
        words.collect::<Vec<_>>().join(" or ")
    }

    /// Returns the remedy with the example.
    pub fn remedy_with_example(&self) -> String {
        match &self.example {
            Some(example) => format!("{}\n\n{}", self.remedy, indented(example)),
            None => self.remedy.clone(),
        }
    }

    /// All that is known of it, as paragraphs for a terminal.
    pub fn text(&self) -> String {
        let text = format!("{}\n\n{}", self.means, self.remedy_with_example());
        text.trim_end().to_owned() + "\n"
    }
}

impl Rank {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Rank::Note => "note",
            Rank::Warning => "warning",
            Rank::Error => "error",
            Rank::Assumption => "assumption",
        }
    }
}

fn indented(example: &str) -> String {
    let lines = example.lines().map(|line| format!("    {line}\n"));
    lines.collect()
}
