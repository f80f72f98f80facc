//! The parts that all pages have.

use maud::{Markup, PreEscaped, html};

use super::policy;

/// An act of a page, and the keys for it.
pub type Key = (&'static [&'static str], &'static str);

/// The head of a page with one script and one style sheet. `title` stands in the bar of the window.
pub fn head(title: &str, script: &str, style: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy::policy(script, style));
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (title) }
            style { (PreEscaped(style)) }
        }
    }
}

/// The list of keys, which a key opens.
pub fn keys(title: &str, keys: &[Key]) -> Markup {
    html! {
        dialog id="keys" aria-labelledby="keys-title" {
            h2 id="keys-title" { (title) }
            table {
                thead { tr { th scope="col" { "Key" } th scope="col" { "Act" } } }
                tbody {
                    @for (keys, act) in keys {
                        tr { td { @for key in *keys { kbd { (key) } " " } } td { (act) } }
                    }
                }
            }
            p { button id="hide-keys" type="button" { "Close" } }
        }
    }
}
