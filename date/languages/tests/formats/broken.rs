//! What is said of broken files, and where.

use languages::validate::validate;
use text::Severity;

use super::cases::Cases;
use super::fixtures::{read, shown};

/// What a file that cannot be used is told, or what is wrong with one that can be read.
fn refused(name: &str, text: &str) -> Option<String> {
    let findings = read(name, text).map_or_else(
        |errors| errors,
        |specification| validate(&specification, text),
    );
    findings
        .iter()
        .any(|finding| finding.severity > Severity::Note)
        .then(|| shown(&findings))
}

#[test]
fn broken_yaml_is_refused_with_the_place() {
    let cases = Cases {
        path: "formats/broken/yaml.txt",
        text: include_str!("broken/yaml.txt"),
    };
    cases.check(60, |text| refused("broken.yaml", text));
}

#[test]
fn broken_lrv_is_refused_with_the_place() {
    let cases = Cases {
        path: "formats/broken/lrv.txt",
        text: include_str!("broken/lrv.txt"),
    };
    cases.check(50, |text| refused("broken.lrv", text));
}

#[test]
fn broken_verde_is_refused_with_the_place() {
    let cases = Cases {
        path: "formats/broken/verde.txt",
        text: include_str!("broken/verde.txt"),
    };
    cases.check(40, |text| refused("broken.verde", text));
}
