//! Names, texts and paths that want to be markup or code.

use plan::Plan;

use super::{plan_of, session, texts};
use crate::counts::Site;
use crate::report::render;

/// The deed of each text if it is ever run.
pub const DEED: &str = "document.documentElement.dataset.executed='1'";

/// Texts that become code where one kind of escaping is forgotten.
pub fn corpus() -> Vec<String> {
    let carriers = [
        "</script><script>DEED</script>",
        "</SCRIPT ><script>DEED//",
        "<!--<script>DEED</script>",
        "--><script>DEED</script>",
        "]]><script>DEED</script>",
        "\"><img src=x onerror=\"DEED\">",
        "'><img src=x onerror='DEED'>",
        "</title><svg onload=\"DEED\">",
        "</text></svg><svg/onload=DEED>",
        "</style><script>DEED</script>",
        "</noscript><script>DEED</script>",
        "</textarea></select></option><script>DEED</script>",
        "\" autofocus onfocus=\"DEED\" x=\"",
        "javascript:DEED",
        "${DEED}",
        "`;DEED;`",
        "';DEED;'",
        "\\\";DEED;//",
        "\\u003cscript\\u003eDEED\\u003c/script\\u003e",
        "&lt;script&gt;DEED&lt;/script&gt;",
        "&#60;script&#62;DEED&#60;/script&#62;",
        "\u{2028}DEED\u{2029}",
        "\0<script>DEED</script>",
        "\u{fffd}\u{202e}<script>DEED</script>\u{2066}",
        "__proto__",
        "constructor",
        "\r\n<script>DEED</script>\t",
        "<iframe srcdoc=\"<script>parent.DEED</script>\">",
        "<base href=\"https://example.org/\">",
        "<meta http-equiv=refresh content=\"0;url=javascript:DEED\">",
        "{{DEED}}",
        "<template><script>DEED</script></template>",
    ];
    carriers
        .iter()
        .map(|carrier| carrier.replace("DEED", DEED))
        .collect()
}

/// A plan in which everything that a name, a text or a path may be is one of the corpus.
pub fn hostile_plan() -> Plan {
    let corpus = corpus();
    let mut next = corpus.iter().cycle();
    let mut hostile = || next.next().expect("it never ends").clone();
    let mut specification = session();
    specification.file = hostile();
    specification.properties[0].name = hostile();
    for event in &mut specification.events {
        event.name = hostile();
    }
    for state in &mut specification.properties[0].date.states {
        state.name = hostile();
    }
    for transition in &mut specification.properties[0].date.transitions {
        transition
            .condition
            .iter_mut()
            .chain(&mut transition.action)
            .for_each(|code| code.text = hostile());
    }
    let mut plan = plan_of(specification, 2 * corpus.len());
    plan.tool.name = hostile();
    for generator in &mut plan.generators {
        generator.site.file = format!("{}/{}", hostile(), hostile());
        generator.site.class = java_types::ClassName::from_binary(&hostile());
        generator.site.enclosing = plan::Enclosing::new(hostile());
        generator.site.callee = hostile();
        generator.why = hostile();
    }
    for step in plan.witness_steps.iter_mut() {
        step.event = hostile();
        step.place
            .iter_mut()
            .for_each(|place| place.file = hostile());
    }
    plan.sources.clear();
    for generator in &plan.generators {
        let source = plan::Source {
            root: hostile(),
            path: generator.site.file.clone(),
            sha256: String::new(),
            types: Vec::new(),
            incomplete: false,
            compiled: false,
        };
        plan.sources.push(source);
    }
    for assumption in &mut plan.assumptions {
        assumption.text = format!("`{}`", hostile());
        assumption.file = Some(hostile());
    }
    for row in &mut plan.properties[0].transitions {
        row.why = hostile();
    }
    plan
}

/// The page about the hostile plan, whose sources are hostile as well.
pub fn hostile_page() -> String {
    let plan = hostile_plan();
    let mut texts = texts(&plan);
    let corpus = corpus();
    for text in texts.values_mut() {
        *text = (0..310)
            .map(|line| corpus[line % corpus.len()].replace(['\r', '\n'], "") + "\n")
            .collect();
    }
    let counts = plan.generators.iter().map(|generator| {
        let place = format!("{}:{}", generator.site.file, generator.site.line);
        (
            Site {
                property: generator.property.clone(),
                event: generator.event.clone(),
                place,
            },
            7,
        )
    });
    render(&plan, &texts, Some(&counts.collect()))
}

/// The elements of a page are those of its frame, whatever it shows.
#[test]
fn no_text_makes_an_element() {
    let page = hostile_page();
    assert_eq!(
        page.matches("<script").count(),
        3,
        "the data, the excerpts and the script"
    );
    assert_eq!(page.matches("</script").count(), 3);
    assert_eq!(page.matches("<style").count(), 1);
    for element in [
        "<img",
        "<iframe",
        "<base",
        "<template",
        "<!--",
        "<svg onload",
        "<svg/onload",
    ] {
        assert!(!page.contains(element), "{element} is in the page");
    }
}

/// Java and JSON know halves of surrogate pairs, texts of this program do not: no plan holds one.
#[test]
fn halves_of_characters_do_not_get_into_plans() {
    let text = plan::render(&super::plan(1)).expect("a plan is JSON");
    let broken = text.replacen("method0(I)V", "\\ud800(I)V", 1);
    assert_ne!(text, broken);
    assert!(
        plan::parse(&text, "plan.json").is_ok(),
        "{:?}",
        plan::parse(&text, "plan.json")
    );
    assert!(plan::parse(&broken, "plan.json").is_err());
}
