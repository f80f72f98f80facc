//! The parts of a document, by the names of the standard.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::percent;

/// The name of the folder that relative paths start from, as code scanning services know it.
pub const BASE: &str = "%SRCROOT%";

/// The beginning of the URI of an absolute path.
const ABSOLUTE: &str = "file://";

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Log {
    pub version: &'static str,
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub tool: Tool,
    pub original_uri_base_ids: BTreeMap<&'static str, UriBase>,
    pub column_kind: &'static str,
    pub results: Vec<Finding>,
}

/// A folder that relative paths start from. The reader knows where it is.
#[derive(Debug, Serialize)]
pub struct UriBase {
    pub description: Message,
}

#[derive(Debug, Serialize)]
pub struct Tool {
    pub driver: Driver,
}

#[derive(Debug, Serialize)]
pub struct Driver {
    pub name: &'static str,
    pub version: &'static str,
    pub rules: Vec<Rule>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_description: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_description: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_configuration: Option<Configuration>,
}

/// The level that results of a rule have if nobody says otherwise.
#[derive(Debug, Serialize)]
pub struct Configuration {
    pub level: &'static str,
}

/// One result of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    pub rule_id: String,
    pub level: &'static str,
    pub message: Message,
    pub locations: Vec<Location>,
    /// Between 0 and 100: how much it matters among those of its rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<f64>,
    /// Fingerprints that stay the same when lines move.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stacks: Vec<Stack>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<Classification>,
}

/// The kind of a result among those of its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Classification {
    /// The code that `residua explain --code` explains.
    pub code: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    pub text: String,
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Message { text }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    pub physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactLocation {
    pub uri: String,
    /// The folder of a relative path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri_base_id: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    pub start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_column: Option<u32>,
    /// One past the last column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

/// Calls that are open at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stack {
    pub message: Message,
    /// The innermost first.
    pub frames: Vec<StackFrame>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StackFrame {
    pub location: Location,
}

/// A way through the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeFlow {
    pub thread_flows: [ThreadFlow; 1],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ThreadFlow {
    pub locations: Vec<FlowStep>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FlowStep {
    pub location: Location,
}

impl Location {
    /// A place in a file: `line` is 0 for the whole file, `column` 0 for the whole line.
    pub fn new(file: &str, line: u32, column: u32) -> Location {
        let start_column = (column > 0).then_some(column);
        let region = (line > 0).then_some(Region {
            start_line: line,
            start_column,
            end_column: None,
        });
        let uri = uri(file);
        let artifact_location = ArtifactLocation {
            uri_base_id: (!uri.starts_with(ABSOLUTE)).then_some(BASE),
            uri,
        };
        Location {
            physical_location: PhysicalLocation {
                artifact_location,
                region,
            },
            message: None,
        }
    }

    /// The place from its column to the end of `text`, which stands there.
    pub fn over(mut self, text: &str) -> Location {
        let units = text.encode_utf16().count() as u32;
        if let Some(region) = &mut self.physical_location.region {
            let start = region.start_column.filter(|_| units > 0);
            region.end_column = start.map(|start| start + units);
        }
        self
    }
}

/// A path as a relative or `file` URI reference (RFC 3986): what is neither unreserved nor `/` is
/// percent-encoded.
fn uri(path: &str) -> String {
    let encoded = percent::encoded(&path.replace('\\', "/"));
    if encoded.starts_with('/') {
        format!("{ABSOLUTE}{encoded}")
    } else {
        encoded
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b#.java"), "src/a%20b%23.java");
        assert_eq!(uri("/abs/\u{e9}.java"), "file:///abs/%C3%A9.java");
    }
}
