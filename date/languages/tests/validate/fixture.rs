//! One clean property, and what becomes of it when a part of it is changed.

use languages::validate::validate;
use text::{Diagnostic, Severity};

/// A property without findings.
pub const CLEAN: &str = r#"imports: [app.Session]
foreach:
  - parameters: [Session s]
    variables: [int sent = 0]

    events:
      open: call Session.open() target s
      send: {on: "call Session.send(int n) target s", filter: n > 0}
      close: call Session.close() target s


    properties:
      lifecycle:
        states: {fresh: initial, live: , early: bad, late: bad}
        transitions:
          - fresh -> live: open
          - fresh -> early: send
          - live -> late: send
            when: sent >= 1
          - live -> live: send
            when: sent < 1
          - live -> fresh: close
            do: sent++;
"#;

/// `SEVERITY CODE LINE:COLUMN: MESSAGE (HELP)` of each finding about a property file.
pub fn findings(text: &str) -> Vec<String> {
    let specification =
        languages::read("p.yaml", text).unwrap_or_else(|findings| panic!("{findings:#?}"));
    validate(&specification, text).iter().map(shown).collect()
}

fn shown(finding: &Diagnostic) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let (line, column) = (finding.span.line, finding.span.column);
    let help = finding.help.as_deref().unwrap_or_default();
    format!(
        "{severity} {} {line}:{column}: {} ({help})",
        finding.code, finding.message
    )
}

/// The clean property with `old` replaced has exactly these findings.
#[track_caller]
pub fn check(old: &str, new: &str, expected: &[&str]) {
    assert!(CLEAN.contains(old), "{old} is not in the clean property");
    assert_eq!(findings(&CLEAN.replacen(old, new, 1)), expected);
}
