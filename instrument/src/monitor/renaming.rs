//! The `where`s that do nothing but name keys.

use date::code::{Code, NameKind, NameUse};
use date::ids::EventId;

use super::Subject;

/// Says whether a `where` does nothing but give keys what the event has bound, of the same types:
/// it neither throws nor drops.
pub fn is_renaming(subject: &Subject<'_>, event: EventId, code: &Code) -> bool {
    let text: String = code.text.chars().filter(|c| !c.is_whitespace()).collect();
    let pairs = || code.names.chunks(2);
    let assignments: String = pairs().map(assignment).collect();
    !code.names.is_empty()
        && format!("{};", text.trim_end_matches(';')) == assignments
        && pairs().all(|pair| has_same_type(subject, event, pair))
}

fn assignment(pair: &[NameUse]) -> String {
    match pair {
        [key, value] => format!("{}={};", key.name.text, value.name.text),
        _ => String::new(),
    }
}

/// Says whether a key and what the event has bound are of the same type.
fn has_same_type(subject: &Subject<'_>, event: EventId, pair: &[NameUse]) -> bool {
    let [key, value] = pair else { return false };
    let NameKind::Parameter(context) = key.name.kind else {
        return false;
    };
    let mut parameters = subject.specification.contexts[context].parameters.iter();
    let parameter = parameters.find(|parameter| parameter.name == key.name.text);
    let own = subject.specification.events[event].context;
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
}
