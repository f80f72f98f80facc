//! The property files that the tests share.

use date::model::Specification;
use reference::interpreter::Report;
use text::Diagnostic;

/// Every fixture in YAML: name and text.
pub const YAML: [(&str, &str); 6] = [
    (
        "figure1-streams.yaml",
        include_str!("../../../fixtures/figure1-streams.yaml"),
    ),
    (
        "figure3-greylist.yaml",
        include_str!("../../../fixtures/figure3-greylist.yaml"),
    ),
    (
        "figure5-payments.yaml",
        include_str!("../../../fixtures/figure5-payments.yaml"),
    ),
    (
        "session.yaml",
        include_str!("../../../fixtures/session.yaml"),
    ),
    (
        "iterator.yaml",
        include_str!("../../../fixtures/iterator.yaml"),
    ),
    ("orders.yaml", include_str!("../../../fixtures/orders.yaml")),
];

/// Every fixture in LARVA's language.
pub const LRV: [(&str, &str); 3] = [
    (
        "figure3-greylist.lrv",
        include_str!("../../../fixtures/figure3-greylist.lrv"),
    ),
    (
        "figure5-payments.lrv",
        include_str!("../../../fixtures/figure5-payments.lrv"),
    ),
    ("session.lrv", include_str!("../../../fixtures/session.lrv")),
];

pub fn fixture(name: &str) -> Specification {
    let (name, text) = YAML
        .iter()
        .chain(&LRV)
        .find(|(file, _)| *file == name)
        .expect("a fixture of that name");
    read(name, text).unwrap_or_else(|findings| panic!("{name} is refused: {}", shown(&findings)))
}

pub fn read(name: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    languages::read(name, text)
}

/// The lines at which a trace is reported, with the state and the instance.
pub fn reported(name: &str, text: &str, trace: &str) -> Vec<String> {
    let specification = read(name, text).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let reports = reports(&specification, trace).into_iter();
    reports
        .map(|report| format!("{} {} ({})", report.place, report.state, report.instance))
        .collect()
}

/// What is reported of a trace.
pub fn reports(specification: &Specification, trace: &str) -> Vec<Report> {
    let trace = reference::trace::read("t", trace)
        .unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let run = reference::interpreter::interpret(specification, &trace)
        .unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    assert_eq!(run.undecided, None);
    let followed = reference::interpreter::follow(specification, &trace);
    assert_eq!(followed.as_ref(), Ok(&run));
    run.reports().cloned().collect()
}

/// `line:column: message (help)`, one finding a line.
pub fn shown(findings: &[Diagnostic]) -> String {
    let lines: Vec<String> = findings
        .iter()
        .map(|finding| {
            let help = finding
                .help
                .as_ref()
                .map_or(String::new(), |help| format!(" ({help})"));
            format!(
                "{}:{}: {}{help}",
                finding.span.line, finding.span.column, finding.message
            )
        })
        .collect();
    lines.join("\n")
}

/// The specification as data, without places and the name of the file.
pub fn content(specification: &Specification) -> serde_json::Value {
    let mut value = serde_json::to_value(specification).expect("a specification is data");
    forget_places(&mut value);
    value
}

fn forget_places(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => {
            for key in ["span", "import_places", "file", "name"] {
                if matches!(key, "span" | "import_places") || fields.contains_key("contexts") {
                    fields.remove(key);
                }
            }
            fields.values_mut().for_each(forget_places);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(forget_places),
        _ => {}
    }
}
