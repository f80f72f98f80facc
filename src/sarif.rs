//! Findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard), as far as code scanning
//! services read it.

use std::collections::BTreeMap;

use date::diagnostic::{Diagnostic, Severity};
use instrument::plan::{Decision, Generator, Plan, StaticVerdict};
use serde::Serialize;

/// The whole document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Log {
    version: &'static str,
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Debug, Serialize)]
struct Rule {
    id: String,
}

/// One result of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    rule_id: String,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Message {
    text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
}

/// The document for these findings, as text.
pub fn render(findings: Vec<Finding>) -> serde_json::Result<String> {
    let rules: BTreeMap<&str, ()> = findings.iter().map(|finding| (finding.rule_id.as_str(), ())).collect();
    let rules = rules.into_keys().map(|id| Rule { id: id.to_owned() }).collect();
    let log = Log {
        version: "2.1.0",
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        runs: [Run {
            tool: Tool { driver: Driver { name: "residua", version: env!("CARGO_PKG_VERSION"), rules } },
            column_kind: "utf16CodeUnits",
            results: findings,
        }],
    };
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

/// The findings about input files.
pub fn of_diagnostics(diagnostics: &[Diagnostic]) -> Vec<Finding> {
    diagnostics.iter().map(of_diagnostic).collect()
}

fn of_diagnostic(diagnostic: &Diagnostic) -> Finding {
    let level = match diagnostic.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let help = diagnostic.help.iter().map(|help| format!(" ({help})"));
    let text = std::iter::once(diagnostic.message.clone()).chain(help).collect();
    finding(&diagnostic.code, level, text, &diagnostic.file, diagnostic.span.line, diagnostic.span.column)
}

/// What a plan has to tell: properties that are violated in every execution, and the generators that stay.
pub fn of_plan(plan: &Plan) -> Vec<Finding> {
    let violated = plan.properties.iter().filter(|property| property.verdict == StaticVerdict::Violated);
    let violations = violated.map(|property| {
        let text = format!("every execution violates the property `{}`", property.name);
        finding("violated", "error", text, &property.file, 0, 0)
    });
    let kept = plan.generators.iter().filter(|generator| generator.decision == Decision::Keep);
    violations.chain(kept.map(|generator| monitored(plan, generator))).collect()
}

fn monitored(plan: &Plan, generator: &Generator) -> Finding {
    let text = format!("`{}` of `{}` stays monitored: {}", generator.event, generator.property, generator.why);
    let root = plan.sources.iter().find(|source| source.path == generator.file).map_or("", |source| &source.root);
    let file = std::path::Path::new(root).join(&generator.file);
    finding("monitored", "note", text, &file.to_string_lossy(), generator.line, generator.column)
}

/// `line` is 0 for a whole file.
fn finding(rule: &str, level: &'static str, text: String, file: &str, line: u32, column: u32) -> Finding {
    let region = (line > 0).then_some(Region { start_line: line, start_column: column });
    let artifact_location = ArtifactLocation { uri: uri(file) };
    Finding {
        rule_id: rule.to_owned(),
        level,
        message: Message { text },
        locations: vec![Location { physical_location: PhysicalLocation { artifact_location, region } }],
    }
}

/// A path as a relative or `file` URI reference (RFC 3986): what is neither unreserved nor `/` is percent-encoded.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encode = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let encoded: String = path.replace('\\', "/").bytes().map(encode).collect();
    if encoded.starts_with('/') { format!("file://{encoded}") } else { encoded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b#.java"), "src/a%20b%23.java");
        assert_eq!(uri("/abs/\u{e9}.java"), "file:///abs/%C3%A9.java");
    }

    #[test]
    fn whole_file_findings_have_no_region() {
        let diagnostic = crate::failure::about_file("p.lrv", "unreadable", "cannot read `p.lrv`");
        let [finding] = of_diagnostics(&[diagnostic]).try_into().unwrap();
        assert_eq!(finding.locations[0].physical_location.region, None);
        assert_eq!((finding.rule_id.as_str(), finding.level), ("unreadable", "error"));
    }

    #[test]
    fn each_rule_is_listed_once() {
        let diagnostic = crate::failure::about_file("p.lrv", "unreadable", "cannot read `p.lrv`");
        let text = render(of_diagnostics(&[diagnostic.clone(), diagnostic])).unwrap();
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(1));
        assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(2));
    }
}
