//! The `where`s that do nothing but name keys.

use date::code::{Code, NameKind, NameUse};
use date::ids::EventId;

use super::Subject;

/// Says whether a `where` does nothing but give keys what the event has bound, of the same types:
/// it neither throws nor drops.
pub fn is_renaming(subject: &Subject<'_>, event: EventId, code: &Code) -> bool {
    let own = subject.specification.events[event].context;
    let text: String = code.text.chars().filter(|c| !c.is_whitespace()).collect();
    let pairs: String = code
        .names
        .chunks(2)
        .map(|pair| match pair {
            [key, value] => format!("{}={};", key.name.text, value.name.text),
            _ => String::new(),
        })
        .collect();

    let same_type = |pair: &[NameUse]| {
        let [key, value] = pair else { return false };
        let NameKind::Parameter(context) = key.name.kind else {
            return false;
        };
        let parameters = &subject.specification.contexts[context].parameters;
        let parameter = parameters
            .iter()
            .find(|parameter| parameter.name == key.name.text);
        let bound = match value.name.kind {
            NameKind::EventVariable => {
                subject
                    .variables
                    .find(own, Some((event, own)), &value.name.text)
            }
            _ => None,
        };
        parameter
            .zip(bound)
            .is_some_and(|(parameter, bound)| parameter.ty == bound.ty)
    };

    !code.names.is_empty()
        && format!("{};", text.trim_end_matches(';')) == pairs
        && code.names.chunks(2).all(same_type)
}
