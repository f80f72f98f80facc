//! When the global instance is made.

use super::unprompted::raised;
use crate::ids::ContextId;
use crate::model::{Property, Specification, Trigger};

/// Why it matters to a property file when its global instance is made, if so: one sentence for
/// people. A program with a `main` makes it when it starts, others with their first event,
/// whichever property hears it.
pub fn awaits_start(specification: &Specification) -> Option<String> {
    specification.properties.iter().find_map(|property| {
        let mut alternatives = raised(specification, property)
            .flat_map(|event| &specification.events[event].alternatives);
        alternatives.find_map(|alternative| awaited(specification, property, &alternative.trigger))
    })
}

fn awaited(
    specification: &Specification,
    property: &Property,
    trigger: &Trigger,
) -> Option<String> {
    let global = ContextId::from_raw(0);
    match trigger {
        Trigger::Timeout { clock, .. } => {
            let mut contexts = specification.chain(property.context);
            let owner = contexts.find(|&id| {
                specification.contexts[id]
                    .clocks
                    .iter()
                    .any(|c| c.name == *clock)
            });
            (owner == Some(global))
                .then(|| format!("`{}` uses the global clock `{clock}`", property.name))
        }
        Trigger::EndOfProgram if property.context == global => Some(format!(
            "`{}` has an event at the end of the program",
            property.name
        )),
        Trigger::EndOfProgram | Trigger::Point(_) | Trigger::Receive { .. } => None,
    }
}
