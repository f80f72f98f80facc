//! Property files as they stand in the editor.

use std::ops::Range;
use std::path::{Path, PathBuf};

use date::model::Specification;
use languages::names::{Occurrence, Symbol, occurrences};
use languages::{EXTENSIONS, Fidelity, read_with};
use lsp_types::{Position, Uri};
use text::{Diagnostic, LineIndex, Severity};

use super::positions;
use crate::inputs::{properties, shown};

/// How many times a text is read again without the lines that have errors.
const ATTEMPTS: usize = 8;

/// A property file that is open.
#[derive(Debug)]
pub struct Document {
    /// Its address.
    pub uri: Uri,
    /// Its path.
    pub path: PathBuf,
    /// The way in which it is read.
    fidelity: Fidelity,
    /// The number that the editor gives to this text.
    pub version: i32,
    /// Its text.
    pub text: String,
    /// The lines of the text.
    pub lines: LineIndex,
    /// Its content; without the lines that have errors, if there are any. `None` where no such
    /// part can be read.
    pub specification: Option<Specification>,
    /// The faults that its text alone shows.
    pub findings: Vec<Diagnostic>,
    /// The names in the part that can be read.
    pub names: Vec<Occurrence>,
}

impl Document {
    /// Reads a text as the language of its path says. O(length), eight times at most.
    pub fn new(
        uri: Uri,
        path: PathBuf,
        (version, text): (i32, String),
        fidelity: Fidelity,
    ) -> Self {
        let file = shown(&path);
        let (mut specification, mut findings) = (None, Vec::new());
        let mut part = text.clone();
        for attempt in 0..ATTEMPTS {
            match read(&path, &part, fidelity) {
                Ok((read, mut found)) => {
                    if attempt == 0 {
                        found.extend(languages::validate::validate(&read, &text));
                        findings = found;
                    }
                    specification = Some(read);
                    break;
                }
                Err(found) => {
                    let shorter = without_lines(&part, &found);
                    if attempt == 0 {
                        findings = found;
                    }
                    match shorter {
                        Some(shorter) => part = shorter,
                        None => break,
                    }
                }
            }
        }

        let names = specification.as_ref();
        let names = names.map(|specification| occurrences(&file, &part, specification));
        Document {
            uri,
            path,
            fidelity,
            version,
            lines: LineIndex::new(&text),
            text,
            specification,
            findings,
            names: names.unwrap_or_default(),
        }
    }

    /// Its path, as findings have it.
    pub fn file(&self) -> String {
        shown(&self.path)
    }

    /// Returns whether the whole text can be read.
    pub fn is_sound(&self) -> bool {
        self.specification.is_some()
            && self
                .findings
                .iter()
                .all(|finding| finding.severity != Severity::Error)
    }

    /// The byte at a place.
    pub fn offset(&self, position: Position) -> usize {
        positions::offset(&self.lines, &self.text, position)
    }

    /// The place of some bytes.
    pub fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        positions::range(&self.lines, &self.text, range)
    }

    /// The name at a place, or that ends there.
    pub fn name_at(&self, position: Position) -> Option<&Occurrence> {
        let at = self.offset(position);
        let holds = |found: &&Occurrence| found.range.start <= at && at <= found.range.end;
        let mut found = self.names.iter().filter(holds);
        // Of `s` and `open` in `s.open`, the one that begins at the place.
        let first = found.next()?;
        Some(found.next().unwrap_or(first))
    }

    /// The places of a thing.
    pub fn places<'a>(&'a self, symbol: &'a Symbol) -> impl Iterator<Item = &'a Occurrence> {
        self.names
            .iter()
            .filter(move |found| found.symbol == *symbol)
    }

    /// Reads another text in its place.
    pub fn reread(&self, text: &str) -> Option<Specification> {
        read(&self.path, text, self.fidelity)
            .ok()
            .map(|(specification, _)| specification)
    }
}

/// Returns whether a file may be one of properties. Of YAML and AspectJ, much else is open in an
/// editor: a file counts if it is one that the configuration names, or has the words of one.
pub fn is_property_file(path: &Path, text: &str, named: &[PathBuf]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let Some(extension) = extension.filter(|extension| EXTENSIONS.contains(extension)) else {
        return false;
    };
    let is_named = named
        .iter()
        .any(|named| path == named || path.parent() == Some(named));
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    is_named
        || match extension {
            "yaml" | "yml" => has(&["foreach:", "transitions:"]),
            "aj" => has(&["dependency", "dependent"]),
            _ => true,
        }
}

type Read = Result<(Specification, Vec<Diagnostic>), Vec<Diagnostic>>;

fn read(path: &Path, text: &str, fidelity: Fidelity) -> Read {
    let beside = |name: &str| properties::named_in(path, name);
    let reading = read_with(&shown(path), text, fidelity, &beside)?;
    Ok((reading.specification, reading.findings))
}

/// The text with blanks in the place of the lines that have errors, so that all others stay where
/// they are; `None` if these are blank already, or if no line is known.
fn without_lines(text: &str, findings: &[Diagnostic]) -> Option<String> {
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let lines: Vec<usize> = errors.map(|finding| finding.span.line as usize).collect();
    let mut shorter = String::with_capacity(text.len());
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if lines.contains(&(number + 1)) {
            shorter.extend(line.bytes().map(|byte| match byte {
                b'\n' | b'\r' => char::from(byte),
                _ => ' ',
            }));
        } else {
            shorter.push_str(line);
        }
    }
    (shorter != text).then_some(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::positions::uri_of;

    const BROKEN: &str = "events: {ring: call Bell.ring()}
properties:
  once:
    states: {silent: initial, loud: bad}
    transitions:
      - silent -> loud: rin
      - loud -> silent: ring
";

    #[test]
    fn what_has_no_error_is_read_in_its_place() {
        let path = PathBuf::from("/p.yaml");
        let uri = uri_of(&path).expect("an address");
        let document = Document::new(uri, path, (1, BROKEN.to_owned()), Fidelity::Documented);
        assert!(!document.is_sound());
        assert_eq!(document.findings[0].code, "unknown-event");
        let specification = document.specification.as_ref().expect("the other lines");
        assert_eq!(specification.properties[0].date.transitions.len(), 1);
        let at = BROKEN.rfind("silent").expect("a state");
        let name = document.name_at(document.range(&(at..at)).start);
        assert_eq!(name.map(|name| name.range.clone()), Some(at..at + 6));
    }

    #[test]
    fn other_yaml_is_left_alone() {
        let is = |path: &str, text: &str| {
            is_property_file(
                Path::new(path),
                text,
                &[PathBuf::from("/named"), PathBuf::from("/one.yaml")],
            )
        };
        assert!(!is("/ci.yaml", "jobs: [build]"));
        assert!(is("/p.yaml", BROKEN));
        assert!(is("/named/empty.yaml", ""));
        assert!(is("/one.yaml", ""));
        assert!(is("/p.mop", ""));
        assert!(!is("/A.java", "foreach:"));
    }
}
