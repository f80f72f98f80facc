//! Events that no program point raises: those of channels, and of the end of the program.

use date::ids::ContextId;
use date::model::Trigger;
use text::Diagnostic;

use super::Subject;
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::java::JavaText;
use super::matching::append_match;
use super::names::{THROWABLE, channel_field};
use super::notification::{Conversion, PassedValue, Position};
use super::search::append_lookup;

/// Appends the methods that raise events of channels and of the end of the program.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_internals(
    java: &mut JavaText,
    subject: &Subject<'_>,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let ends = of_trigger(subject, |trigger| matches!(trigger, Trigger::EndOfProgram));
    append_raising(java, subject, "r$end", "", &ends, deliveries)?;
    for (id, context) in subject.specification.contexts.iter_enumerated() {
        for channel in &context.channels {
            let mut received = of_trigger(
                subject,
                |trigger| matches!(trigger, Trigger::Receive { channel: named, .. } if *named == channel.name),
            );
            received.retain(|i| {
                owner_of(
                    subject,
                    subject.specification.events[i.event].context,
                    &channel.name,
                ) == Some(id)
            });
            let method = receive_method(id, &channel.name);
            append_raising(
                java,
                subject,
                &method,
                "java.lang.Object p0",
                &received,
                deliveries,
            )?;
        }
    }
    Ok(())
}

/// Appends the field of a channel.
pub fn append_channel(java: &mut JavaText, subject: &Subject<'_>, context: ContextId, name: &str) {
    let monitor = &subject.monitor;
    let field = channel_field(context, name);
    java.line(format_args!(
        "    static final residua.runtime.Channel {field} = new residua.runtime.Channel() {{"
    ));
    java.line(format_args!(
        "        protected void receive(java.lang.Object value) {{ {monitor}.{}(value); }}",
        receive_method(context, name)
    ));
    java.line("    };");
}

fn receive_method(context: ContextId, name: &str) -> String {
    format!("r$receive{}_{name}", context.index())
}

/// The alternatives of a kind that no program point raises.
pub fn of_trigger(subject: &Subject<'_>, matches: impl Fn(&Trigger) -> bool) -> Vec<Internal> {
    let trigger =
        |i: &Internal| &subject.specification.events[i.event].alternatives[i.alternative].trigger;
    internals(subject)
        .into_iter()
        .filter(|internal| matches(trigger(internal)))
        .collect()
}

/// The context whose channel a name means in `context`.
fn owner_of(subject: &Subject<'_>, context: ContextId, channel: &str) -> Option<ContextId> {
    let contexts = &subject.specification.contexts;
    std::iter::successors(Some(context), |&id| contexts[id].parent).find(|&id| {
        contexts[id]
            .channels
            .iter()
            .any(|declared| declared.name == channel)
    })
}

/// A method that raises alternatives one after the other; what one throws does not keep the next
/// from being raised.
fn append_raising(
    java: &mut JavaText,
    subject: &Subject<'_>,
    method: &str,
    parameter: &str,
    raised: &[Internal],
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let argument = parameter.split(' ').nth(1).unwrap_or_default();
    java.line(format_args!("    static void {method}({parameter}) {{"));
    for n in 0..raised.len() {
        java.line(format_args!(
            "        try {{ {method}${n}({argument}); }} catch ({THROWABLE} thrown) \
             {{ residua.runtime.Faults.tell(\"{method}\", thrown); }}"
        ));
    }
    java.line("    }");
    for (n, &internal) in raised.iter().enumerate() {
        let delivery = Delivery::complete(subject, internal.event);
        let event = &subject.specification.events[internal.event];
        let is_typed = matches!(
            &event.alternatives[internal.alternative].trigger,
            Trigger::Receive { value: Some(binding), .. } if binding.ty.is_some()
        );
        let value = PassedValue {
            position: Position::Value,
            primitive: None,
            conversion: Conversion::Tested,
        };
        java.line("    @SuppressWarnings(\"unchecked\")");
        java.line(format_args!(
            "    private static void {method}${n}({parameter}) throws {THROWABLE} {{"
        ));
        java.line("        java.lang.String at = residua.runtime.Gate.at();");
        append_match(
            java,
            subject,
            internal,
            &delivery.properties,
            &is_typed.then_some(value).into_iter().collect::<Vec<_>>(),
        )?;
        append_lookup(java, subject, internal, (&delivery, None), deliveries);
        java.line("    }");
    }
    Ok(())
}
