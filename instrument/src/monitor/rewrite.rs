//! Names in user code become expressions of the generated classes.

use date::code::{Code, Name, NameKind};
use date::ids::{ContextId, EventId};
use text::{Diagnostic, Span};

use super::Subject;
use super::names::{channel_field, key_getter, key_slot};
use super::writer::JavaWriter;

/// The place at which a piece of user code runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// In an instance of a context; on a transition, of that event.
    Instance(ContextId, Option<EventId>),
    /// At a match of an event, before its instance is known.
    Match(EventId),
}

/// Appends a piece of user code with its names rewritten.
///
/// # Errors
/// A name that stands for nothing where the code runs.
pub fn append(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    code: &Code,
    setting: Setting,
) -> Result<(), Diagnostic> {
    let place = |offset| subject.place(code, offset);
    let mut done = 0;
    for used in &code.names {
        let (start, end) = (used.start as usize, used.end as usize);
        let Some(replacement) = replacement(subject, &used.name, setting, place(start))? else {
            continue;
        };
        append_lines(java, &code.text[done..start], done, place);
        java.replaced(&replacement, place(start));
        done = end;
    }
    append_lines(java, &code.text[done..], done, place);
    Ok(())
}

/// Appends a part of a piece of code, which begins at `start` of it; each line has its own place.
fn append_lines(java: &mut JavaWriter, text: &str, start: usize, place: impl Fn(usize) -> Span) {
    let mut at = start;
    for line in text.split_inclusive('\n') {
        // How far a line is indented is the format's business.
        let indent = if at == start {
            0
        } else {
            line.len() - line.trim_start().len()
        };
        java.verbatim(&line[..indent]);
        java.copied(&line[indent..], place(at + indent));
        at += line.len();
    }
}

fn replacement(
    subject: &Subject<'_>,
    name: &Name,
    setting: Setting,
    at: Span,
) -> Result<Option<String>, Diagnostic> {
    let (text, monitor) = (&name.text, &subject.monitor);
    Ok(Some(match (name.kind, setting) {
        (NameKind::Local | NameKind::CurrentThread | NameKind::Java, _) => return Ok(None),
        (NameKind::EventVariable, _) => event_variable(subject, text, setting, at)?,
        (NameKind::Channel(context), _) => format!("{monitor}.{}", channel_field(context, text)),
        (NameKind::Parameter(context), Setting::Match(_)) => {
            format!("{monitor}.{}", key_slot(context, text))
        }
        (NameKind::Parameter(context), Setting::Instance(..)) => {
            format!("{}.this.{}()", subject.class_of(context), key_getter(text))
        }
        (NameKind::Variable(context) | NameKind::Clock(context), Setting::Match(_))
            if context.index() != 0 =>
        {
            let message = format!(
                "`{text}` belongs to an instance, which is not known yet where an event is matched"
            );
            let help = "`where` and `filter` see event variables, keys and global variables; move this to a condition";
            return Err(
                Diagnostic::error(&subject.specification.file, at, "no-instance", message)
                    .with_help(help),
            );
        }
        (NameKind::Variable(context) | NameKind::Clock(context), _) => {
            format!("{}.this.{text}", subject.class_of(context))
        }
    }))
}

fn event_variable(
    subject: &Subject<'_>,
    text: &str,
    setting: Setting,
    at: Span,
) -> Result<String, Diagnostic> {
    let declaring = |event: EventId| (event, subject.specification.events[event].context);
    let found = match setting {
        Setting::Instance(context, event) => {
            subject.variables.find(context, event.map(declaring), text)
        }
        Setting::Match(event) => {
            let (event, context) = declaring(event);
            subject
                .variables
                .find(context, Some((event, context)), text)
        }
    };

    match found {
        Some(variable) => Ok(format!("{}.{}", subject.monitor, variable.field)),
        None => {
            let message = format!("the event variable `{text}` has no type");
            let help = format!("write its type where an event declares or binds `{text}`");
            Err(
                Diagnostic::error(&subject.specification.file, at, "untyped-variable", message)
                    .with_help(help),
            )
        }
    }
}
