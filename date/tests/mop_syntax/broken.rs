//! Every error: what it says and where. `RESIDUA_WRITE=1` writes the findings in `broken.txt` anew.
//!
//! The file has cases; a case is a line `=== what is wrong`, the text, a line `---`, and the findings.

use super::fixtures::{parse, shown};

const CASES: &str = include_str!("broken.txt");

fn cases() -> Vec<(&'static str, &'static str)> {
    let cases = CASES.split("=== ").skip(1);
    let split = |case: &'static str| {
        let (title, rest) = case.split_once('\n')?;
        Some((title, rest.split_once("---\n").map_or(rest, |(text, _)| text)))
    };
    cases.filter_map(split).collect()
}

#[test]
fn broken_texts_are_refused_with_the_place() {
    let mut text = String::new();
    for (title, script) in cases() {
        let errors = parse(script).map_or_else(|errors| shown(&errors), |_| "accepted\n".to_owned());
        assert_ne!(errors, "accepted\n", "{title}");
        text += &format!("=== {title}\n{script}---\n{errors}");
    }
    if std::env::var_os("RESIDUA_WRITE").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mop_syntax/broken.txt"), &text).expect("written");
    } else {
        assert!(text == CASES, "broken.txt is not up to date; RESIDUA_WRITE=1 writes it anew:\n{text}");
    }
    assert!(cases().len() >= 60);
}
