//! `report.html` as `analyze` writes it. What a page holds is tested where it is made, and in a
//! browser.

use serde_json::Value;

use super::{changed, sessions, uncertain};
use test_support::Project;

const ANALYZE: &str = "analyze --source src --property session.yaml";

/// The tables of the page, or a line for each file.
fn data(project: &Project, id: &str) -> String {
    let page = project.read("residua-out/report.html");
    let element = format!("<script id=\"{id}\" type=\"application/json\">");
    let (_, behind) = page.split_once(&element).expect("a page has data");
    behind
        .split("</script>")
        .next()
        .expect("the data end")
        .to_owned()
}

/// The lines that are shown of the first file.
fn excerpts(project: &Project) -> Value {
    let excerpts = data(project, "excerpts");
    serde_json::from_str(excerpts.lines().next().expect("a file")).expect("the excerpts are JSON")
}

#[test]
fn report_has_each_generator_with_its_line_its_reason_and_its_way() {
    let project = uncertain();
    project.residua(ANALYZE).succeeds();
    let data: Value = serde_json::from_str(&data(&project, "data")).expect("the data are JSON");
    let text =
        |number: &Value| data["strings"][number.as_u64().expect("a number") as usize].clone();
    let column = |name: &str, row: usize| data["generators"][name][row].clone();
    assert_eq!(text(&column("event", 1)), "send");
    assert_eq!(
        (column("line", 1), column("column", 1)),
        (7.into(), 17.into())
    );
    assert_eq!(
        text(&column("why", 1)),
        "its event alone may make a report or cause an external action"
    );
    let shown = excerpts(&project);
    let [first, lines] = [&shown[0][0], &shown[0][1]];
    assert_eq!(
        lines[7 - first.as_u64().expect("a line") as usize],
        "        session.send(1);"
    );
    let way = &data["witnesses"][column("witness", 1).as_u64().expect("it has a way") as usize];
    assert_eq!(text(&way[1]), "the app.Session made at app/Main.java:5");
    assert!(
        text(&way[2])
            .as_str()
            .is_some_and(|order| order.starts_with("as in the program")),
        "{way}"
    );
    let step = &data["witness_steps"][way[3].as_u64().expect("a step") as usize];
    assert_eq!([text(&step[1]), text(&step[2])], ["fresh", "early"]);
}

#[test]
fn report_draws_what_a_step_removed_in_its_class() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    let page = project.read("residua-out/report.html");
    assert!(
        page.contains("<svg id=\"automaton-0\"") && page.contains("class=\"edge residual"),
        "{page}"
    );
    assert!(
        page.contains("<del>") && page.contains("separate-compilation"),
        "{page}"
    );
}

#[test]
fn names_and_sources_of_the_input_are_escaped() {
    let project = uncertain();
    let hostile = "session.send(1); // </script><script>alert(1)</script>";
    changed(&project, "src/app/Main.java", "session.send(1);", hostile);
    project.write("<b>.yaml", project.read("session.yaml").as_bytes());
    project
        .residua("analyze --source src --property <b>.yaml")
        .succeeds();
    let page = project.read("residua-out/report.html");
    assert!(!page.contains("<b>") && page.contains("&lt;b&gt;"));
    assert_eq!(
        page.matches("<script").count(),
        3,
        "the data, the excerpts and the script"
    );
    let excerpts = excerpts(&project).to_string();
    assert!(
        excerpts.contains("</script><script>alert(1)</script>"),
        "{excerpts}"
    );
}

#[test]
fn source_below_two_folders_is_not_taken_for_another() {
    let project = uncertain();
    let main = project
        .read("src/app/Main.java")
        .replace("class Main", "class Other");
    project.write("more/app/Main.java", main.as_bytes());
    project
        .residua(&format!("{ANALYZE} --source more"))
        .succeeds();
    assert!(
        project
            .read("residua-out/plan.json")
            .contains("\"root\": \"more\"")
    );
    assert_eq!(
        excerpts(&project),
        serde_json::json!([]),
        "which of the two is meant is not known"
    );
}
