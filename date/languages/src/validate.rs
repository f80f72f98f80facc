//! The findings of `residua check` in a readable specification: mistakes that make it unusable, and
//! text that is probably not meant.
//!
//! Errors: conditions that are not boolean, events that leave a parameter of their context unbound.
//! Warnings: transitions between which only their order decides, transitions that are never taken,
//! unreachable states, properties that can never report, contexts without instances, events that
//! reach more instances than they seem to, unused names, variables of events that the event at hand
//! does not bind, comparisons of strings or boxed numbers by identity. Notes: what is an idiom at
//! least as often as a mistake.

mod automaton;
mod bindings;
mod conditions;
mod usage;

use date::model::Specification;
use text::{Diagnostic, Severity, Source, Span};

/// Checks `specification`, which was read from `text`. Findings come in the order of their places.
/// O(transitions^2 * size of conditions) for each property.
pub fn validate(specification: &Specification, text: &str) -> Vec<Diagnostic> {
    let source = Source::new(&specification.file, text);
    let mut findings = Findings {
        source: &source,
        findings: Vec::new(),
    };
    bindings::check(specification, &mut findings);
    conditions::check(specification, &mut findings);
    usage::check(specification, &mut findings);

    if specification.properties.is_empty() {
        let message = "the file declares no property".to_owned();
        findings.warning(
            Span::default(),
            "no-property",
            message,
            "nothing is monitored for it",
        );
    }

    specification
        .properties
        .iter()
        .for_each(|property| automaton::check(specification, property, &mut findings));
    let mut findings = findings.findings;
    findings.sort_by(|a, b| (a.span, &a.code, &a.message).cmp(&(b.span, &b.code, &b.message)));
    findings.dedup();

    findings
}

/// Collects findings about one file.
struct Findings<'a> {
    source: &'a Source<'a>,
    findings: Vec<Diagnostic>,
}

impl Findings<'_> {
    fn add(&mut self, severity: Severity, span: Span, code: &str, message: String, help: &str) {
        let mut finding = self.source.warning_at(span, code, message);
        finding.severity = severity;
        finding.help = Some(help.to_owned()).filter(|help| !help.is_empty());
        self.findings.push(finding);
    }

    fn error(&mut self, span: Span, code: &str, message: String, help: &str) {
        self.add(Severity::Error, span, code, message, help);
    }

    fn warning(&mut self, span: Span, code: &str, message: String, help: &str) {
        self.add(Severity::Warning, span, code, message, help);
    }

    fn note(&mut self, span: Span, code: &str, message: String, help: &str) {
        self.add(Severity::Note, span, code, message, help);
    }
}
