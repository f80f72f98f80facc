//! The contents of a page, without a browser.

use std::collections::BTreeMap;

use predict::{Kind, Prediction, Undecided};
use text::{Diagnostic, Span};

use super::{page, page_about, prediction, replay, replay_of_std, texts};
use crate::report::predictions::{Facts, render};
use crate::wording::predict::sentence;
use crate::wording::predictions::KINDS;

/// The part of a page about the first report of a kind.
fn article(page: &str, kind: Kind) -> &str {
    let class = format!("class=\"report {}\"", kind.word());
    let (_, behind) = page.split_once(&class).expect("a report of the kind");
    behind.split("</article>").next().expect("it ends")
}

/// The number of cells in each row of the steps.
fn rows(article: &str) -> Vec<usize> {
    let steps = article.split("<tbody>").nth(1).expect("steps");
    let steps = steps.split("</tbody>").next().expect("they end");
    let rows = steps.split("</tr>").filter(|row| row.contains("<td>"));
    rows.map(|row| row.matches("class=\"act\"").count())
        .collect()
}

#[test]
fn equal_runs_give_equal_bytes() {
    assert_eq!(page(), page());
}

#[test]
fn reports_of_each_kind_are_counted_and_shown() {
    let page = page();
    let headline =
        "1 race, 1 deadlock, 1 atomicity violation and 1 violation of a property in 1 run.";
    assert!(page.contains(headline), "{page}");
    for kind in KINDS {
        let figure = format!("<li class=\"{}\"><strong>1</strong>", kind.word());
        assert!(page.contains(&figure), "{figure}");
        assert!(article(&page, kind).contains("class=\"sentence\""));
    }
    assert_eq!(page.matches("<article").count(), 4);
}

#[test]
fn threads_named_as_markup_are_text() {
    let page = page();
    assert_eq!(page.matches("<script>").count(), 1, "that of the page");
    assert!(
        page.contains("Thread <code>&lt;script&gt;</code>"),
        "{page}"
    );
    assert!(page.contains("app.Task.&lt;init&gt;"));
    assert!(page.contains("(&quot;&lt;/pre&gt;&lt;script&gt;&quot;);"));
}

#[test]
fn sentences_are_those_of_the_terminal() {
    let page = page();
    let plain = page
        .replace("<code>", "`")
        .replace("</code>", "`")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    for report in &prediction().reports {
        assert!(plain.contains(&sentence(report)), "{}", sentence(report));
    }
}

/// Nothing orders the two accesses of a race, and the requests of a deadlock wait for each other.
#[test]
fn steps_have_a_row_each_and_those_behind_the_order_share_one() {
    let page = page();
    let rows = |kind| rows(article(&page, kind));
    assert_eq!(rows(Kind::Race), [2]);
    assert_eq!(rows(Kind::Deadlock), [2]);
    assert_eq!(rows(Kind::Atomicity), [1, 1, 1]);
    assert_eq!(rows(Kind::Property), [1, 1, 1]);
    assert!(article(&page, Kind::Race).contains("at once"));
    assert!(article(&page, Kind::Deadlock).contains("all wait"));
}

#[test]
fn steps_have_their_calls_and_their_lines_of_source() {
    let page = page();
    let race = article(&page, Kind::Race);
    assert!(race.contains("<summary>1 call</summary>"), "{race}");
    assert!(race.contains("called by <code>app.Main.main</code>"));
    // The file of the other access is not at hand.
    assert_eq!(race.matches("<pre>").count(), 1, "{race}");
    let here = "<span class=\"line here\"><span class=\"line-number\">    2</span>line2(";
    assert!(race.contains(here), "{race}");
    assert_eq!(
        race.matches("class=\"line-number\"").count(),
        4,
        "lines 1 to 4"
    );
    let page = page_about(&prediction(), &BTreeMap::new());
    assert!(!page.contains("<pre>") && page.contains("<code>--source DIR</code>"));
}

#[test]
fn command_replays_the_report_with_its_number() {
    let page = page();
    let command = "residua replay run.log --number 2 --property session.yaml -- COMMAND";
    assert!(article(&page, Kind::Deadlock).contains(command), "{page}");
    let facts = Facts {
        name: "my run.std",
        events: 1,
        prediction: &prediction(),
        findings: &[],
    };
    let page = render(&[facts, facts], &replay_of_std(), &texts());
    let first = "residua predict --std &#39;my run.std&#39; --property session.yaml --format json &gt; reports.json";
    let first = page.contains(first) || page.contains(&first.replace("&#39;", "'"));
    assert!(first, "{page}");
    assert!(
        page.contains("residua replay reports.json --number 8 --property session.yaml -- COMMAND")
    );
    assert!(page.contains("<th scope=\"col\">Run</th>"));
}

#[test]
fn open_questions_and_findings_stand_with_their_run() {
    let prediction = Prediction {
        undecided: Undecided {
            races: 3,
            ..Undecided::default()
        },
        refused: 1,
        ..Prediction::default()
    };
    let finding = Diagnostic::warning("run.log", Span::default(), "log-damaged", "it <ends>")
        .with_help("record the run again");
    let facts = Facts {
        name: "run.log",
        events: 1_000,
        prediction: &prediction,
        findings: &[finding],
    };
    let page = render(&[facts], &replay(), &BTreeMap::new());
    for text in [
        "No report in 1 run.",
        "1,000 events, 0 reports",
        "not decided: 3 race candidates",
        "not decided: 1 candidate with a refused order",
        "<b>warning: </b>it &lt;ends&gt;",
        "record the run again",
        "record a run with other inputs",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert!(!page.contains("id=\"filters\""));
}

#[test]
fn page_needs_nothing_from_elsewhere() {
    let page = page();
    for outside in ["http://", "https://", " src=", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "`{outside}` is in the page");
    }
    for handler in [" style=\"", " onclick", " onload", "javascript:", "unsafe"] {
        assert!(!page.contains(handler), "`{handler}` is in the page");
    }
    assert!(
        page.contains("default-src 'none'; script-src 'sha256-")
            || page.contains("default-src &#39;none&#39;")
    );
    assert!(page.ends_with("</html>\n"));
}
