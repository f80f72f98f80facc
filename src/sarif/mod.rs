//! Findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard), as
//! far as code scanning services read it.

mod document;
mod places;
mod results;
mod rules;
mod runs;

use std::collections::{BTreeMap, BTreeSet};

use plan::{Plan, sha256};
use text::{Diagnostic, Severity, Span};

use crate::{messages, render};
use document::{Classification, Driver, Location, Log, Run, Tool, UriBase};

pub use document::Finding;
pub use results::of_plan;
pub use runs::of_run;

/// The fingerprint that this version makes.
const FINGERPRINT: &str = "residua/v1";

/// The document for these findings, as text. Rules of properties have the words of the plan.
pub fn render(mut findings: Vec<Finding>, plan: Option<&Plan>) -> serde_json::Result<String> {
    tell_apart(&mut findings);
    let rules: BTreeSet<&str> = findings
        .iter()
        .map(|finding| finding.rule_id.as_str())
        .collect();
    let catalogue = messages::catalogue();
    let described = |id| rules::describe(id, &catalogue, plan);
    let base = UriBase {
        description: "the folder that residua ran in".to_owned().into(),
    };
    let log = Log {
        version: "2.1.0",
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "residua",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: rules.into_iter().map(described).collect(),
                },
            },
            original_uri_base_ids: BTreeMap::from([(document::BASE, base)]),
            column_kind: "utf16CodeUnits",
            results: findings,
        }],
    };

    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

/// The fingerprints of a finding that `identity` distinguishes from others.
fn fingerprints(identity: &str) -> BTreeMap<&'static str, String> {
    BTreeMap::from([(FINGERPRINT, sha256(identity.as_bytes()))])
}

/// Numbers the findings that have one fingerprint: the second one ends with `:2`.
fn tell_apart(findings: &mut [Finding]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for finding in findings {
        for fingerprint in finding.partial_fingerprints.values_mut() {
            let count = seen.entry(fingerprint.clone()).or_default();
            *count += 1;
            if *count > 1 {
                fingerprint.push_str(&format!(":{count}"));
            }
        }
    }
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
    let text = std::iter::once(diagnostic.message.clone())
        .chain(help)
        .collect();
    let Span { line, column, .. } = diagnostic.span;
    let marked = diagnostic.source_line.as_deref();
    let marked = marked.map(|source| &source[render::marked(source, diagnostic.span)]);
    let place = Location::new(&diagnostic.file, line, column).over(marked.unwrap_or_default());

    Finding::new(&diagnostic.code, level, text, place)
}

impl Finding {
    fn new(code: &str, level: &'static str, text: String, place: Location) -> Finding {
        let identity = [code, &place.physical_location.artifact_location.uri, &text].join("\0");
        Finding {
            rule_id: code.to_owned(),
            level,
            message: text.into(),
            locations: vec![place],
            rank: None,
            partial_fingerprints: fingerprints(&identity),
            code_flows: Vec::new(),
            stacks: Vec::new(),
            properties: None,
        }
    }

    /// The finding as one of a kind, whose code explains it.
    fn classified(self, code: &'static str) -> Finding {
        Finding {
            properties: Some(Classification { code }),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_file_findings_have_no_region() {
        let diagnostic = crate::failure::about_file("p.lrv", "unreadable", "cannot read `p.lrv`");
        let [finding] = of_diagnostics(&[diagnostic]).try_into().unwrap();
        assert_eq!(finding.locations[0].physical_location.region, None);
        assert_eq!(
            (finding.rule_id.as_str(), finding.level),
            ("unreadable", "error")
        );
    }

    #[test]
    fn each_rule_is_listed_once() {
        let diagnostic = crate::failure::about_file("p.lrv", "unreadable", "cannot read `p.lrv`");
        let text = render(of_diagnostics(&[diagnostic.clone(), diagnostic]), None).unwrap();
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            log["runs"][0]["tool"]["driver"]["rules"]
                .as_array()
                .map(Vec::len),
            Some(1)
        );
        assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(2));
    }
}
