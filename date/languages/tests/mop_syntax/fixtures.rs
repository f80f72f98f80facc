//! The specifications that the tests share.

use languages::mop::syntax::{self, Event, File, Spec};
use text::{Diagnostic, Source};

/// Every fixture: name and text.
pub const ALL: [(&str, &str); 4] = [
    ("everything.mop", include_str!("fixtures/everything.mop")),
    ("leases.mop", include_str!("fixtures/leases.mop")),
    ("raw.mop", include_str!("fixtures/raw.mop")),
    ("sockets.mop", include_str!("fixtures/sockets.mop")),
];

pub fn parse(text: &str) -> Result<File, Vec<Diagnostic>> {
    syntax::parse(&Source::new("Test.mop", text))
}

/// The tree of a text that must be right.
pub fn parsed(text: &str) -> File {
    parse(text).unwrap_or_else(|errors| panic!("{}in\n{text}", shown(&errors)))
}

/// The tree of a fixture.
pub fn fixture(name: &str) -> File {
    let (_, text) = ALL
        .iter()
        .find(|(file, _)| *file == name)
        .expect("a fixture of that name");
    parsed(text)
}

/// The only specification of a text that must be right.
pub fn spec(text: &str) -> Spec {
    let mut file = parsed(text);
    assert_eq!(file.specs.len(), 1, "{text}");
    file.specs.remove(0)
}

/// The only event of a specification that holds nothing else.
pub fn event(text: &str) -> Event {
    spec(&format!("Test(Object o) {{ {text} }}"))
        .events
        .remove(0)
}

/// `line:column: code: message (help)`, one finding a line.
pub fn shown(findings: &[Diagnostic]) -> String {
    let line = |finding: &Diagnostic| {
        let help = finding
            .help
            .as_ref()
            .map_or(String::new(), |help| format!(" ({help})"));
        format!(
            "{}:{}: {}: {}{help}\n",
            finding.span.line, finding.span.column, finding.code, finding.message
        )
    };
    findings.iter().map(line).collect()
}
