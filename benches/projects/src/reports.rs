//! Reports in what a run prints.

use std::collections::BTreeMap;

/// How often each report was made; numbers of objects are left out, since runs differ in them.
pub type Reports = BTreeMap<String, usize>;

/// The reports in a text.
pub fn of(text: &str) -> Reports {
    let mut reports = Reports::new();
    for line in text.lines() {
        if let Some((_, report)) = line.split_once("residua: violation of ") {
            *reports.entry(without_numbers(report)).or_default() += 1;
        }
    }
    reports
}

/// The lines of tripwires in a text.
pub fn tripwires(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.contains("which the analysis took for impossible"))
        .collect()
}

/// The last line with the counts of tests, without times.
pub fn tests(text: &str) -> Option<&str> {
    let line = text.lines().rfind(|line| line.contains("Tests run:"))?;
    let counts = line
        .find("Tests run:")
        .map(|at| &line[at + "Tests run:".len()..])?;
    Some(
        counts
            .split(", Time")
            .next()
            .unwrap_or(counts)
            .trim_end_matches('\u{1b}')
            .trim(),
    )
}

/// Returns the differences of the optimized run: a report is made more or less often than in any of
/// the full runs.
pub fn differences(full: &[Reports], optimized: &Reports) -> Vec<String> {
    let all = full.iter().flat_map(Reports::keys).chain(optimized.keys());
    let mut lines: Vec<&String> = all.collect();
    lines.sort_unstable();
    lines.dedup();
    lines
        .into_iter()
        .filter_map(|line| difference(line, full, optimized))
        .collect()
}

fn difference(line: &str, full: &[Reports], optimized: &Reports) -> Option<String> {
    let counts = |reports: &Reports| reports.get(line).copied().unwrap_or_default();
    let (least, most) = (
        full.iter().map(counts).min()?,
        full.iter().map(counts).max()?,
    );
    let own = counts(optimized);
    (own < least || own > most)
        .then(|| format!("full {least} to {most} times, optimized {own} times: {line}"))
}

/// A text without `@` and the number behind it, and without the name that Mockito makes up for a
/// class.
fn without_numbers(text: &str) -> String {
    let plain = without(text, "@", |c| c.is_ascii_hexdigit());
    without(&plain, "$MockitoMock$", |c| c.is_ascii_alphanumeric())
}

fn without(text: &str, mark: &str, is_part: fn(char) -> bool) -> String {
    let mut parts = text.split(mark);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| plain.push_str(part.trim_start_matches(is_part)));
    plain
}

#[cfg(test)]
mod tests {
    use super::{differences, of, tests, without_numbers};

    const REPORT: &str = "12:00 residua: violation of p in bad by e at a/B.java:3 (a.B@1f2e)";

    #[test]
    fn reports_are_counted_without_numbers_of_objects() {
        let reports = of(&format!(
            "{REPORT}\nother\n{}",
            REPORT.replace("1f2e", "77")
        ));
        assert_eq!(
            reports.into_iter().collect::<Vec<_>>(),
            [("p in bad by e at a/B.java:3 (a.B)".to_owned(), 2)]
        );
    }

    #[test]
    fn lost_and_false_reports_differ() {
        let (none, one) = (of(""), of(REPORT));
        assert_eq!(differences(std::slice::from_ref(&one), &none).len(), 1);
        assert_eq!(differences(std::slice::from_ref(&none), &one).len(), 1);
        assert!(differences(&[none.clone(), one.clone()], &one).is_empty());
        assert!(differences(&[none, one.clone()], &of("")).is_empty());
    }

    #[test]
    fn several_numbers_are_left_out() {
        assert_eq!(without_numbers("a@12, b@ff)"), "a, b)");
        assert_eq!(without_numbers("(a.B$MockitoMock$32ACDJnr)"), "(a.B)");
        assert_eq!(
            tests("[INFO] Tests run: 3, Failures: 0"),
            Some("3, Failures: 0")
        );
    }
}
