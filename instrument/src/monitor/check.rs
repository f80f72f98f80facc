//! Specifications that the generator cannot express.

use date::model::{Creation, Trigger};
use text::{Diagnostic, Span};

use super::Subject;
use super::lookup::{is_sliced, open_parameter};

/// Refuses a specification that the generator cannot express.
///
/// # Errors
/// More parameters than a set of them can be written, a context inside a sliced one, or one whose
/// listed events create and one of whose events does not say which instance it concerns.
pub fn check(subject: &Subject<'_>) -> Result<(), Diagnostic> {
    for (id, context) in subject.specification.contexts.iter_enumerated() {
        // Sets of parameters are bits of a `long` in Java.
        if context.parameters.len() > 60 {
            return refuse(subject, context.span, "a context has at most 60 parameters");
        }

        let outer = context
            .parent
            .filter(|&parent| parent.index() != 0 && is_sliced(subject, parent));
        if outer.is_some() {
            return refuse(
                subject,
                context.span,
                "a context inside one whose instances come about by slicing cannot be monitored",
            );
        }
        if id.index() == 0
            && context.creation != Creation::AnyEvent
            && !context.parameters.is_empty()
        {
            return refuse(
                subject,
                context.span,
                "the global context has no parameters",
            );
        }
    }
    check_listed(subject)
}

fn refuse(subject: &Subject<'_>, span: Span, message: &str) -> Result<(), Diagnostic> {
    let file = &subject.specification.file;
    Err(Diagnostic::error(
        file,
        span,
        "unsupported-context",
        message,
    ))
}

/// Refuses an event at a program point that does not name one instance, where listed events create.
/// Which ones an event without some of the keys would concern, and make, is what slicing says.
fn check_listed(subject: &Subject<'_>) -> Result<(), Diagnostic> {
    for (id, event) in subject.specification.events.iter_enumerated() {
        let listed = matches!(
            subject.specification.contexts[event.context].creation,
            Creation::Listed(_)
        );
        let points = event
            .alternatives
            .iter()
            .filter(|a| listed && matches!(a.trigger, Trigger::Point(_)));
        for alternative in points {
            let Some(open) = open_parameter(subject, id, alternative) else {
                continue;
            };

            let message = format!("`{}` does not say which `{open}` it concerns", event.name);
            let help = format!(
                "bind `{open}` in the pattern, compute it (`where: {open} = ..;`), or write `creation: slicing`"
            );
            let file = &subject.specification.file;
            return Err(
                Diagnostic::error(file, alternative.span, "unbound-parameter", message)
                    .with_help(help),
            );
        }
    }
    Ok(())
}
