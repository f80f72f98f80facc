//! The page in headless Chromium. Ignored, since not every machine has one:
//! `cargo test -p residua --bin residua predictions::tests::browser -- --ignored`.

use super::{page, page_about, prediction, texts};
use crate::report::tests::driven;

/// A page with so many reports.
fn page_of(count: usize) -> String {
    let mut prediction = prediction();
    let reports = prediction.reports.clone();
    prediction.reports = reports.iter().cycle().take(count).cloned().collect();
    page_about(&prediction, &texts())
}

#[test]
#[ignore = "needs Chromium"]
fn filters_show_what_they_say_and_the_address_says_it() {
    let script = "
        const count = () => report.getElementById('count').textContent;
        const shown = () => [...report.querySelectorAll('article.report:not(.filtered)')].map(one => one.dataset.kind);
        const rows = () => report.querySelectorAll('#rows tbody tr:not(.filtered)').length;
        const seen = [count()];
        choose('kind', 'deadlock');
        seen.push(count(), shown(), rows(), page.location.hash);
        choose('kind', '');
        type('Main.java:9 total');
        seen.push(shown());
        type('<SCRIPT> raises');
        seen.push(shown(), page.location.hash);
        key(report.getElementById('words'), 'Escape');
        seen.push(count());
        type('nothing has this');
        seen.push(count(), report.querySelector('section.run').classList.contains('filtered'));
        report.getElementById('show-all').click();
        seen.push(count());
        return { seen, errors, executed: report.documentElement.dataset.executed ?? null };
    ";
    let (seen, violations) = driven(&page(), script);
    let expected = serde_json::json!([
        "4 reports",
        "1 of 4 reports",
        ["deadlock"],
        1,
        "#kind=deadlock",
        ["atomicity"],
        ["property"],
        "#words=%3CSCRIPT%3E%20raises",
        "4 reports",
        "0 of 4 reports",
        true,
        "4 reports",
    ]);
    assert_eq!(seen["seen"], expected, "{seen:#}");
    assert_eq!(seen["errors"], serde_json::json!([]), "{seen:#}");
    assert_eq!(violations, 0, "{seen:#}");
}

#[test]
#[ignore = "needs Chromium"]
fn keys_and_addresses_lead_to_reports() {
    let script = "
        const at = () => report.activeElement.id;
        const seen = [];
        const press = name => { key(report.activeElement, name); seen.push(at()); };
        ['n', 'n', 'p', 'p', '/'].forEach(press);
        key(report.activeElement, 'n');
        seen.push(at());
        choose('kind', 'race');
        const go = hash => { page.history.replaceState(null, '', hash); page.dispatchEvent(new page.HashChangeEvent('hashchange')); };
        go('#report-3');
        seen.push(at(), report.getElementById('count').textContent);
        go('#kind=property');
        seen.push(report.getElementById('count').textContent);
        key(report.body, '?');
        seen.push(report.getElementById('keys').open);
        report.getElementById('hide-keys').click();
        seen.push(report.getElementById('keys').open);
        return { seen, errors };
    ";
    let (seen, _) = driven(&page(), script);
    let expected = serde_json::json!([
        "report-1",
        "report-2",
        "report-1",
        "report-1",
        "words",
        "words",
        "report-3",
        "4 reports",
        "1 of 4 reports",
        true,
        false,
    ]);
    assert_eq!(seen["seen"], expected, "{seen:#}");
}

#[test]
#[ignore = "needs Chromium"]
fn thousand_reports_open_in_two_seconds_and_filter_at_once() {
    let script = "
        const once = work => { const start = performance.now(); work(); return performance.now() - start; };
        const timed = work => Math.min(once(work), once(work), once(work));
        return { loading, kind: timed(() => choose('kind', 'race')), words: timed(() => type('total')), all: timed(() => type('')) };
    ";
    let page = page_of(1_000);
    let (seen, _) = driven(&page, script);
    eprintln!("{} bytes: {seen:#}", page.len());
    assert!(seen["loading"].as_f64() < Some(2000.0), "{seen:#}");
    let times = ["kind", "words", "all"].map(|name| seen[name].as_f64());
    assert!(times.iter().all(|time| *time < Some(200.0)), "{seen:#}");
}
