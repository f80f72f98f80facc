//! Findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard), as
//! far as code scanning services read it.

mod document;
mod results;

use std::collections::BTreeSet;

use text::{Diagnostic, Severity};

use document::{Driver, Location, Log, Rule, Run, Tool};

pub use document::Finding;
pub use results::of_plan;

/// The rules of findings about programs, with what they say in general. Findings about input files
/// have the codes of their diagnostics.
const RULES: [(&str, &str); 5] = [
    (results::VIOLATED, "Every execution violates a property."),
    (
        results::POSSIBLE,
        "A property may be violated here. A monitor stays to report it.",
    ),
    (
        "open-class",
        "Classes are taken to be used from outside the sources, since something could not be followed.",
    ),
    (
        "missing-type",
        "A type is nowhere to be found, and is taken for a library's.",
    ),
    ("monitored-as-written", "A property is not optimized."),
];

/// The document for these findings, as text.
pub fn render(findings: Vec<Finding>) -> serde_json::Result<String> {
    let rules: BTreeSet<&str> = findings
        .iter()
        .map(|finding| finding.rule_id.as_str())
        .collect();
    let log = Log {
        version: "2.1.0",
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "residua",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: rules.into_iter().map(rule).collect(),
                },
            },
            column_kind: "utf16CodeUnits",
            results: findings,
        }],
    };

    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

fn rule(id: &str) -> Rule {
    let known = RULES.iter().find(|(known, _)| *known == id);
    Rule {
        id: id.to_owned(),
        short_description: known.map(|(_, text)| (*text).to_owned().into()),
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
    let place = Location::new(
        &diagnostic.file,
        diagnostic.span.line,
        diagnostic.span.column,
    );

    Finding::new(&diagnostic.code, level, text, place)
}

impl Finding {
    fn new(rule: &str, level: &'static str, text: String, place: Location) -> Finding {
        Finding {
            rule_id: rule.to_owned(),
            level,
            message: text.into(),
            locations: vec![place],
            rank: None,
            partial_fingerprints: Default::default(),
            code_flows: Vec::new(),
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
        let text = render(of_diagnostics(&[diagnostic.clone(), diagnostic])).unwrap();
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
