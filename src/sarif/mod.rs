//! Findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard), as
//! far as code scanning services read it.

mod document;
mod results;

use std::collections::BTreeSet;

use text::{Diagnostic, Severity};

use crate::messages::{self, Catalogue, Code, Rank};
use document::{Configuration, Driver, Location, Log, Message, Rule, Run, Tool};

pub use document::Finding;
pub use results::of_plan;

/// The document for these findings, as text.
pub fn render(findings: Vec<Finding>) -> serde_json::Result<String> {
    let rules: BTreeSet<&str> = findings
        .iter()
        .map(|finding| finding.rule_id.as_str())
        .collect();
    let catalogue = messages::catalogue();
    let described = |id| rule(id, &catalogue);
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
            column_kind: "utf16CodeUnits",
            results: findings,
        }],
    };

    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

/// The rule of a code, as the catalogue describes it.
fn rule(code: &str, catalogue: &Catalogue) -> Rule {
    let known = catalogue.find(code);
    let text = |text: &dyn Fn(&Code) -> String| known.map(|known| Message::from(text(known)));
    Rule {
        id: code.to_owned(),
        name: name(code),
        short_description: text(&|known| known.summary().to_owned()),
        full_description: text(&|known| known.means.clone()),
        help: text(&Code::remedy_with_example),
        default_configuration: known.map(|known| Configuration {
            level: level(known.severity[0]),
        }),
    }
}

/// `StaleClasses` for `stale-classes`.
fn name(code: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    code.split('-').map(word).collect()
}

/// Results about an assumption are warnings.
fn level(rank: Rank) -> &'static str {
    match rank {
        Rank::Note => "note",
        Rank::Warning | Rank::Assumption => "warning",
        Rank::Error => "error",
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
    fn new(code: &str, level: &'static str, text: String, place: Location) -> Finding {
        Finding {
            rule_id: code.to_owned(),
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
    fn rules_say_what_their_code_means() {
        let rule = rule("stale-classes", &messages::catalogue());
        let text = |message: Option<Message>| message.expect("a text").text;
        assert_eq!(rule.name, "StaleClasses");
        assert_eq!(
            text(rule.short_description),
            "A class file is older than its source and differs from it, or it is not the one that was analyzed."
        );
        assert!(text(rule.full_description).ends_with("about another program."));
        assert!(text(rule.help).starts_with("Compile the sources again"));
        assert_eq!(rule.default_configuration.expect("a level").level, "error");
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
