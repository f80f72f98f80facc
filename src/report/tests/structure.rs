//! The contents of a page, without a browser.

use plan::{PropertyRow, Verdict};
use serde_json::Value;

use super::{plan, texts};
use crate::counts::{Counts, Site};
use crate::report::render;

fn page(count: usize) -> String {
    let plan = plan(count);
    render(&plan, &texts(&plan), None)
}

/// The tables of a page.
fn tables(page: &str) -> Value {
    serde_json::from_str(data(page, "data")).expect("the data are JSON")
}

/// The lines that a page shows of its first file.
fn excerpts(page: &str) -> Value {
    let first = data(page, "excerpts").lines().next().expect("a file");
    serde_json::from_str(first).expect("the excerpts are JSON")
}

fn data<'a>(page: &'a str, id: &str) -> &'a str {
    let element = format!("<script id=\"{id}\" type=\"application/json\">");
    let (_, behind) = page.split_once(&element).expect("a page has data");
    behind.split("</script>").next().expect("the data end")
}

#[test]
fn equal_plans_give_equal_bytes() {
    assert_eq!(page(300), page(300));
}

#[test]
fn pages_of_no_generators_are_whole() {
    let page = page(0);
    assert!(
        page.contains("None stays: no execution can make a report.") && page.ends_with("</html>\n"),
        "{page}"
    );
    assert_eq!(
        tables(&page)["generators"]["line"].as_array().map(Vec::len),
        Some(0)
    );
}

#[test]
fn page_needs_nothing_from_elsewhere() {
    let page = page(10);
    for outside in ["http://", "https://", " src=", "<link", "@import", "url("] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(outside), "`{outside}` is in the page");
    }
    assert_eq!(
        page.matches("<script").count(),
        3,
        "the data, the excerpts and the script"
    );
    for handler in [" style=\"", " onclick", " onload", "javascript:"] {
        assert!(!page.contains(handler), "`{handler}` is in the page");
    }
}

#[test]
fn policy_names_the_script_and_the_style_sheet_by_their_hashes() {
    let page = page(10);
    let (_, behind) = page
        .split_once("Content-Security-Policy\" content=\"")
        .expect("a policy");
    let policy = behind.split('"').next().expect("the policy ends");
    assert!(
        policy.starts_with("default-src 'none'; script-src 'sha256-"),
        "{policy}"
    );
    assert!(policy.contains("; style-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[test]
fn removed_transitions_are_drawn_in_the_class_of_their_step() {
    let page = page(10);
    let drawing = page
        .split_once("<svg id=\"automaton-0\"")
        .expect("a drawing")
        .1
        .split("</svg>")
        .next()
        .unwrap();
    for (class, from, to) in [
        ("stays", 0, 1),
        ("residual2", 2, 1),
        ("residual0", 0, 2),
        ("stays", 1, 1),
    ] {
        let edge = format!("<g class=\"edge {class}\" data-from=\"{from}\" data-to=\"{to}\">");
        assert!(drawing.contains(&edge), "{edge} is not in {drawing}");
    }
    assert!(
        drawing.contains("class=\"state bad stays\"") && drawing.contains("send [sent &lt; 3]"),
        "{drawing}"
    );
}

/// Of many properties few are monitored, and these are what a reader looks for.
#[test]
fn properties_of_which_something_is_left_come_first() {
    let mut plan = plan(8);
    let finished = PropertyRow {
        name: "before".to_owned(),
        verdict: Verdict::Satisfied,
        transitions: Vec::new(),
        ..plan.properties[0].clone()
    };
    plan.properties.insert(0, finished);
    let page = render(&plan, &texts(&plan), None);
    // Without the events with most kept calls, which name their properties, too.
    let (before, events) = page
        .split_once("aria-label=\"Events with most kept calls\"")
        .expect("the events");
    let behind = events.split_once("</table>").expect("their end").1;
    let named = format!("{before}{behind}");
    let places = |text: &str| {
        named
            .match_indices(text)
            .map(|(place, _)| place)
            .collect::<Vec<_>>()
    };
    let (left, done) = (
        places("<code>lifecycle</code>"),
        places("<code>before</code>"),
    );
    assert_eq!((left.len(), done.len()), (2, 2), "a row and a part each");
    assert!(
        left.iter().zip(&done).all(|(left, done)| left < done),
        "{left:?} {done:?}"
    );
    assert!(
        page.contains("href=\"#property-1\"><code>lifecycle"),
        "numbers are those of the plan"
    );
}

#[test]
fn steps_are_counted_one_after_the_other() {
    let page = page(8);
    let row = page
        .split_once("<th scope=\"row\">")
        .expect("a row")
        .1
        .split("</tr>")
        .next()
        .unwrap();
    let numbers: Vec<&str> = row
        .split("<td class=\"number\">")
        .skip(1)
        .map(|cell| cell.split('<').next().unwrap().trim())
        .collect();
    assert_eq!(numbers, ["8", "8", "6", "4", "2", "2"], "{row}");
    assert!(row.contains("75 %"), "{row}");
}

#[test]
fn reasons_and_unresolved_things_stand_with_the_generators_that_hang_on_them() {
    let page = page(100);
    let part = |id: &str| {
        page.split_once(&format!("<section id=\"{id}\""))
            .expect("a part")
            .1
            .split("</section>")
            .next()
            .unwrap()
    };
    // Every fourth is kept, and of those every eleventh has one reason.
    assert!(
        part("reasons").contains("reason 0 for what was decided"),
        "{}",
        part("reasons")
    );
    let unresolved = part("unresolved");
    assert!(
        unresolved.contains("data-cause=\"0\">25</a>"),
        "all kept calls are of that class: {unresolved}"
    );
    assert!(
        unresolved.contains("Class0.java:3</code>") && unresolved.contains("Class0.java:9</code>"),
        "{unresolved}"
    );
    assert!(
        part("assumptions").contains("null-names-no-instance")
            && !part("assumptions").contains("open-class")
    );
}

#[test]
fn data_hold_the_line_and_the_way_of_each_kept_generator() {
    let page = page(100);
    let data = tables(&page);
    let first_excerpt = &excerpts(&page)[0];
    assert_eq!(first_excerpt[0], 1);
    assert_eq!(first_excerpt[1][2], "        session.send(3);");
    let witnesses = data["generators"]["witness"].as_array().expect("a column");
    assert_eq!(
        witnesses.iter().filter(|witness| **witness != -1).count(),
        25
    );
    assert_eq!(
        data["witnesses"][1][0], 0,
        "the second is in no order that is known"
    );
}

/// A plan whose first silenced call is silenced by the last step has the colours and the filter of
/// that step.
#[test]
fn steps_have_the_same_numbers_in_every_report() {
    let mut plan = plan(8);
    plan.generators
        .retain(|generator| generator.by != Some(plan::Removal::Residual0.into()));
    let page = render(&plan, &texts(&plan), None);
    let data = tables(&page);
    assert_eq!(
        data["steps"],
        serde_json::json!([
            "never happens",
            "never matters",
            "cannot be used in this order",
            "has no effect"
        ])
    );
    let steps = data["generators"]["step"].as_array().expect("a column");
    assert!(!steps.contains(&1.into()), "{steps:?}");
}

#[test]
fn sources_that_are_not_at_hand_are_not_shown() {
    let plan = plan(10);
    let page = render(&plan, &std::collections::BTreeMap::new(), None);
    assert_eq!(excerpts(&page), serde_json::json!([]));
}

/// Of the made-up generators every fourth is kept, and the one behind it is silenced by residual1.
#[test]
fn events_of_a_run_go_where_all_generators_of_their_line_are_silent() {
    let mut plan = plan(4);
    plan.generators[2].site.line = plan.generators[0].site.line;
    plan.generators[2].event = plan.generators[0].event.clone();
    let row = |number: usize| &plan.generators[number];
    let site = |number: usize| {
        let place = format!("{}:{}", row(number).site.file, row(number).site.line);
        Site {
            property: row(number).property.clone(),
            event: row(number).event.clone(),
            place,
        }
    };
    let elsewhere = Site {
        place: "Other.java:1".to_owned(),
        ..site(1)
    };
    let counts = Counts::from([
        (site(0), 1_000),
        (site(1), 2_000),
        (site(3), 500),
        (elsewhere, 40),
    ]);
    let page = render(&plan, &texts(&plan), Some(&counts));
    let (_, section) = page
        .split_once("<section id=\"events\"")
        .expect("events of a run");
    let (section, _) = section.split_once("</section>").expect("it ends");
    assert!(
        section.contains("<strong>70 %</strong> of the events go: 2,500 of 3,540"),
        "{section}"
    );
    assert!(
        section.contains("<strong>1,040</strong> events stay"),
        "{section}"
    );
    let steps = [
        "3,540",
        "3,540",
        "1,540 <small>\u{2212}2,000",
        "1,540",
        "1,040 <small>\u{2212}500",
    ];
    let cells = steps.map(|step| format!("<td class=\"number\">{step}"));
    let behind = cells.iter().try_fold(section, |rest, cell| {
        rest.split_once(cell).map(|(_, rest)| rest)
    });
    assert!(behind.is_some(), "{section}");
    assert!(
        section.contains("Other.java:1</code>") && section.contains("not in the plan"),
        "{section}"
    );
    assert!(!render(&plan, &texts(&plan), None).contains("Events of a run"));
}

#[test]
fn code_in_sentences_is_marked() {
    let shown = |text: &str| super::super::prose(text).into_string();
    assert_eq!(
        shown("`a` and `b<c>`"),
        "<code>a</code> and <code>b&lt;c&gt;</code>"
    );
    assert_eq!(shown("a ` alone"), "a ` alone");
    assert_eq!(shown("`a` and ` alone"), "<code>a</code> and ` alone");
}

/// Small programs are shown whole; the length of each file says how much of it is missing.
#[test]
fn files_with_calls_are_in_the_report_whole() {
    let page = page(100);
    let lines = excerpts(&page)[0][1].as_array().map(Vec::len);
    assert_eq!(lines, Some(310));
    assert_eq!(tables(&page)["files"][0]["lines"], 310);
    let plan = plan(10);
    let page = render(&plan, &std::collections::BTreeMap::new(), None);
    assert_eq!(tables(&page)["files"][0]["lines"], 0);
}

/// The made-up calls of a plan, each with as many events as its number says, and the map of them.
fn map(count: usize, place: impl Fn(usize, String) -> String) -> String {
    let plan = plan(count);
    let counts = plan
        .generators
        .iter()
        .enumerate()
        .map(|(index, generator)| {
            let site = Site {
                property: generator.property.clone(),
                event: generator.event.clone(),
                place: place(
                    index,
                    format!("{}:{}", generator.site.file, generator.site.line),
                ),
            };
            (site, 1 + index as u64)
        });
    let page = render(&plan, &texts(&plan), Some(&counts.collect()));
    let Some((_, map)) = page.split_once("<h3 id=\"map-title\"") else {
        return String::new();
    };
    map.split("</details>").next().expect("it ends").to_owned()
}

#[test]
fn cells_of_the_map_are_named_links_to_their_lines() {
    let map = map(8, |_, place| place);
    for cell in [
        "<a class=\"cell stays\" href=\"#source=com/example/p0/Class0.java%3A15\" tabindex=\"0\" data-rank=\"3\" \
         aria-label=\"com/example/p0/Class0.java:15: 5 events, 13 %, kept: send\">",
        "<a class=\"cell nop\" href=\"#source=com/example/p0/Class0.java%3A24\" tabindex=\"0\" data-rank=\"0\" \
         aria-label=\"com/example/p0/Class0.java:24: 8 events, 22 %, silenced, has no effect: send\">",
    ] {
        assert!(map.contains(cell), "{cell} is not in {map}");
    }
    let rows = map.split("<tbody>").nth(1).expect("a table");
    assert_eq!(rows.matches("<tr>").count(), 8, "{rows}");
    assert!(rows.contains("silenced, never matters"), "{rows}");
}

#[test]
fn events_that_the_plan_does_not_know_lead_nowhere() {
    let map = map(1, |_, _| "</title><script>/Other.java:7".to_owned());
    let cell = "<a class=\"cell stays\" role=\"img\" tabindex=\"0\" data-rank=\"0\" \
                aria-label=\"&lt;/title&gt;&lt;script&gt;/Other.java:7: 1 event, 100 %, kept, not in the plan: open\">";
    assert!(map.contains(cell), "{map}");
    assert!(!map.contains("href="), "{map}");
}

#[test]
fn lines_with_few_events_share_a_cell() {
    let map = map(450, |_, place| place);
    let cells = map.matches("class=\"cell ").count();
    assert!((201..=220).contains(&cells), "{cells}");
    assert!(
        map.contains("Class0.java, 25 more lines: 1,225 events"),
        "{map}"
    );
}

#[test]
fn nothing_counted_makes_no_map() {
    assert_eq!(map(0, |_, place| place), "");
    let page = page(8);
    assert!(!page.contains("id=\"treemap\"") && page.contains("id=\"source\""));
}

#[test]
fn endless_names_are_cut_in_the_map_and_whole_in_its_table() {
    let name = "Endless".repeat(2_000);
    let map = map(1, |_, _| format!("{name}.java:1"));
    let (drawing, table) = map.split_once("</svg>").expect("a drawing");
    assert!(table.contains(&name));
    let drawn = drawing.split("<text class=\"name\"").skip(1);
    let longest = drawn.map(|text| text.split("</text>").next().map_or(0, str::len));
    assert!(longest.max() < Some(300), "{drawing}");
}

/// A browser that may not run scripts, and paper, have the path of the selected call as a list.
#[test]
fn paper_shows_the_steps_and_no_buttons() {
    let page = page(8);
    let print = page
        .split("@media print")
        .nth(1)
        .expect("a style for paper");
    let hidden = print.split("{ display: none; }").next().expect("a rule");
    assert!(
        hidden.contains("#filters, ")
            && hidden.contains(".player")
            && hidden.contains(".scripted:not(.printed)")
    );
    assert!(!hidden.contains(".steps"));
    assert!(page.contains("class=\"scripted printed\""));
    assert!(page.contains("(prefers-reduced-motion: reduce)"));
}
