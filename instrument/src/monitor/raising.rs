//! Events that no program point raises: those of channels, and of the end of the program.

use date::ids::ContextId;
use date::model::{Context, Trigger};
use text::Diagnostic;

use super::Subject;
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::matching::append_match;
use super::names::{THROWABLE, channel_field};
use super::notification::{Conversion, PassedValue, Position};
use super::owner::owner_of;
use super::search::Search;
use super::writer::JavaWriter;

/// Appends the methods that raise events of channels and of the end of the program.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_internals(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let end = Raising {
        method: "r$end".to_owned(),
        parameter: "",
        argument: "",
        raised: of_trigger(subject, |trigger| matches!(trigger, Trigger::EndOfProgram)),
    };
    end.append(java, subject, deliveries)?;

    for (id, context) in subject.specification.contexts.iter_enumerated() {
        for channel in &context.channels {
            let received = Raising {
                method: receive_method(id, &channel.name),
                parameter: "java.lang.Object p0",
                argument: "p0",
                raised: received(subject, id, &channel.name),
            };
            received.append(java, subject, deliveries)?;
        }
    }
    Ok(())
}

/// The alternatives that a value on a channel of a context raises.
fn received(subject: &Subject<'_>, context: ContextId, name: &str) -> Vec<Internal> {
    let mut received = of_trigger(
        subject,
        |trigger| matches!(trigger, Trigger::Receive { channel, .. } if channel == name),
    );
    received.retain(|internal| {
        let listening = subject.specification.events[internal.event].context;
        is_of(subject, listening, name, context)
    });
    received
}

/// Appends the field of a channel.
pub fn append_channel(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    name: &str,
) {
    let (monitor, method) = (&subject.monitor, receive_method(context, name));
    let field = channel_field(context, name);
    let head =
        format!("static final residua.runtime.Channel {field} = new residua.runtime.Channel()");
    java.block_with_end(head, "};", |java| {
        java.line(format_args!(
            "protected void receive(java.lang.Object value) {{ {monitor}.{method}(value); }}"
        ));
    });
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

/// Says whether the name of a channel in `inner` means the channel of `owner`.
fn is_of(subject: &Subject<'_>, inner: ContextId, name: &str, owner: ContextId) -> bool {
    let declares = |context: &Context| context.channels.iter().any(|channel| channel.name == name);
    owner_of(subject, inner, declares) == Some(owner)
}

/// A method that raises alternatives one after the other. If one throws, the next is raised all the
/// same.
struct Raising {
    /// Its name.
    method: String,
    /// The declaration of its parameter, if it has one.
    parameter: &'static str,
    /// The name of that.
    argument: &'static str,
    /// The alternatives.
    raised: Vec<Internal>,
}

impl Raising {
    fn append(
        &self,
        java: &mut JavaWriter,
        subject: &Subject<'_>,
        deliveries: &Deliveries,
    ) -> Result<(), Diagnostic> {
        let Raising {
            method,
            parameter,
            argument,
            raised,
        } = self;
        java.block(format_args!("static void {method}({parameter})"), |java| {
            for n in 0..raised.len() {
                java.line(format_args!(
                    "try {{ {method}${n}({argument}); }} catch ({THROWABLE} thrown) \
                     {{ residua.runtime.Faults.tell(\"{method}\", thrown); }}"
                ));
            }
        });

        for (n, &internal) in raised.iter().enumerate() {
            java.line("@SuppressWarnings(\"unchecked\")");
            let head = format!("private static void {method}${n}({parameter}) throws {THROWABLE}");
            java.block(head, |java| {
                append_raised(java, subject, internal, deliveries)
            })?;
        }
        Ok(())
    }
}

/// Appends the match of one alternative, and its delivery.
fn append_raised(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    internal: Internal,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let delivery = &Delivery::complete(subject, internal.event);
    java.line("java.lang.String at = residua.runtime.Gate.at();");
    let values = passed_values(subject, internal);
    append_match(java, subject, internal, &delivery.properties, &values)?;
    let search = Search {
        subject,
        internal,
        delivery,
        switch: None,
        deliveries,
    };
    search.append(java);
    Ok(())
}

/// The value that the method of an alternative gets: that of a channel, if it is tested.
fn passed_values(subject: &Subject<'_>, internal: Internal) -> Vec<PassedValue> {
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
    is_typed.then_some(value).into_iter().collect()
}
