//! The rules that results belong to: one for each property, and one for each other code.

use date::model::Explanation;
use plan::Plan;

use super::document::{Configuration, Message, Rule};
use super::results::POSSIBLE;
use crate::lookup::{Model, model_of};
use crate::messages::{Catalogue, Code, Rank};

/// The beginning of the rule id of a property.
const PROPERTY: &str = "property/";

/// The id of the rule of a property.
pub fn of_property(name: &str) -> String {
    format!("{PROPERTY}{name}")
}

/// The rule of this id: in the words of the property, or as the catalogue describes the code.
pub fn describe(id: &str, catalogue: &Catalogue, plan: Option<&Plan>) -> Rule {
    let name = id.strip_prefix(PROPERTY);
    let model = name.zip(plan).and_then(|(name, plan)| model_of(plan, name));
    match (name, model) {
        (Some(name), Some(model)) => rule_of_property(id, name, model, catalogue),
        _ => rule_of_code(id, catalogue),
    }
}

/// A property without a help has that of the places where it may be violated.
fn rule_of_property(id: &str, name: &str, model: Model<'_>, catalogue: &Catalogue) -> Rule {
    let Explanation { message, help } = model.property.explanation.clone();
    let file = &model.specification.file;
    let summary = message.unwrap_or_else(|| format!("`{name}` is violated"));
    let possible = || catalogue.find(POSSIBLE).map(Code::remedy_with_example);
    Rule {
        id: id.to_owned(),
        name: pascal_case(name),
        full_description: Some(format!("{summary} (property `{name}` of `{file}`)").into()),
        short_description: Some(summary.into()),
        help: help.or_else(possible).map(Message::from),
        default_configuration: Some(Configuration {
            level: model.property.severity.word(),
        }),
    }
}

fn rule_of_code(code: &str, catalogue: &Catalogue) -> Rule {
    let known = catalogue.find(code);
    let text = |text: &dyn Fn(&Code) -> String| known.map(|known| Message::from(text(known)));
    Rule {
        id: code.to_owned(),
        name: pascal_case(code),
        short_description: text(&|known| known.summary().to_owned()),
        full_description: text(&|known| known.means.clone()),
        help: text(&Code::remedy_with_example),
        default_configuration: known.map(|known| Configuration {
            level: level(known.severity[0]),
        }),
    }
}

/// `StaleClasses` for `stale-classes`.
fn pascal_case(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    };
    id.split(|c: char| !c.is_alphanumeric()).map(word).collect()
}

/// Results about an assumption are warnings.
fn level(rank: Rank) -> &'static str {
    match rank {
        Rank::Note => "note",
        Rank::Warning | Rank::Assumption => "warning",
        Rank::Error => "error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages;

    #[test]
    fn rules_say_what_their_code_means() {
        let rule = describe("stale-classes", &messages::catalogue(), None);
        let text = |message: Option<Message>| message.expect("a text").text;
        assert_eq!(rule.name, "StaleClasses");
        assert_eq!(
            text(rule.short_description),
            "A class file is older than its source and differs from it, or it is not the one that was analyzed."
        );
        assert!(text(rule.full_description).ends_with("about another program."));
        assert!(text(rule.help).starts_with("Compile the sources again"));
        assert_eq!(rule.default_configuration.expect("a level").level, "error");
    }

    #[test]
    fn names_of_rules_have_letters_and_digits_only() {
        assert_eq!(pascal_case("iterator_has_next"), "IteratorHasNext");
        assert_eq!(pascal_case("stem/one#2"), "StemOne2");
    }
}
