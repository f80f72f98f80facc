//! `report.html`: what a plan says, for people. One file that needs no other, without scripts; every text from outside is
//! escaped; the same plan gives the same bytes.

mod sections;

use instrument::plan::Plan;
use maud::{DOCTYPE, PreEscaped, html};

/// What the page may do: use its own style sheet, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The report about `plan`.
pub fn render(plan: &Plan) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "residua: what is left to monitor" }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                h1 { "What is left to monitor" }
                (sections::summary(plan))
                (sections::assumptions(plan))
                @for (index, property) in plan.properties.iter().enumerate() {
                    (sections::property(plan, index, property))
                }
                footer { "Made by " (plan.tool.name) " " (plan.tool.version) " from " (plan.sources.len()) " source files." }
            }
        }
    };
    page.into_string() + "\n"
}
