//! The search for the instances that an event concerns.

use date::ids::ContextId;

use super::Subject;
use super::delivery::{Deliveries, Delivery, Internal};
use super::lookup::{Lookup, full, is_keyed, lookups};
use super::names::{idle_method, key_slot, table_of};
use super::silencing::{comes_late, reaches};
use super::types::is_primitive;
use super::writer::JavaWriter;

/// The search for the instances of one event, and its delivery to each.
pub struct Search<'s> {
    /// The specification.
    pub subject: &'s Subject<'s>,
    /// The event.
    pub internal: Internal,
    /// Its delivery.
    pub delivery: &'s Delivery,
    /// The number of the delivery, where it has a switch that is asked for here.
    pub switch: Option<usize>,
    /// All deliveries.
    pub deliveries: &'s Deliveries,
}

impl Search<'_> {
    /// Appends the search, outermost context first. Where the event has a switch, it is noted if
    /// nothing hears it.
    pub fn append(&self, java: &mut JavaWriter) {
        let event = &self.subject.specification.events[self.internal.event];
        let alternative = &event.alternatives[self.internal.alternative];
        let steps = lookups(self.subject, self.internal.event, alternative);
        self.append_keys(java, event.context);
        self.append_null_tests(java, &steps);
        if self.switch.is_some() {
            java.line("boolean heard = false;");
        }

        let mut outer = "x0".to_owned();
        for &(context, lookup) in &steps {
            self.open_level(java, context, lookup, &outer);
            outer = format!("x{}", context.index());
        }
        if let Some(number) = self.switch {
            java.line(format_args!("heard |= {outer}.instanceHears({number});"));
        }
        if self.delivery.concerns(self.subject, event.context) {
            let method = self.deliveries.method(self.delivery);
            java.line(format_args!("{outer}.{method}(at);"));
        }
        java.close(steps.len());

        if let Some(number) = self.switch {
            java.line(format_args!("if (!heard) {}();", idle_method(number)));
        }
    }

    /// Appends local variables for the keys: entry code of an instance that is made may raise
    /// events of a channel, which overwrite the slots.
    fn append_keys(&self, java: &mut JavaWriter, innermost: ContextId) {
        for context in self.subject.chain(innermost) {
            let parameters = &self.subject.specification.contexts[context].parameters;
            for (n, parameter) in parameters.iter().enumerate() {
                let (local, slot) = (key_local(context, n), key_slot(context, &parameter.name));
                java.line(format_args!("java.lang.Object {local} = {slot};"));
            }
        }
    }

    /// Appends tests of the keys for null. A parameter that is bound to null names no instance:
    /// there is nothing to deliver to, and nothing to make.
    fn append_null_tests(&self, java: &mut JavaWriter, steps: &[(ContextId, Lookup)]) {
        for &(context, lookup) in steps {
            let bound = match lookup {
                Lookup::One { .. } => full(self.subject, context),
                Lookup::Agreeing(bound) | Lookup::Slice { bound, .. } => bound,
            };

            let declared = &self.subject.specification.contexts[context].parameters;
            let objects = declared
                .iter()
                .enumerate()
                .filter(|(n, parameter)| bound >> n & 1 != 0 && !is_primitive(&parameter.ty));
            for (n, _) in objects {
                let key = key_local(context, n);
                java.line(format_args!("if ({key} == null) return;"));
            }
        }
    }

    /// Opens a block that runs for each instance found below an outer one, as `x<context>`.
    fn open_level(&self, java: &mut JavaWriter, context: ContextId, lookup: Lookup, outer: &str) {
        let (n, class) = (context.index(), self.subject.qualified_class_of(context));
        let found = self.found(context, lookup, outer);
        if let Lookup::One { .. } = lookup {
            java.line(format_args!("{class} x{n} = ({class}) {found};"));
            java.open(format_args!("if (x{n} != null)"));
            return;
        }
        java.open(format_args!(
            "for (residua.runtime.Instance i{n} : {found})"
        ));
        java.line(format_args!("if (i{n} == null) break;"));
        java.line(format_args!("if (i{n}.isInstanceForgotten()) continue;"));
        java.line(format_args!("{class} x{n} = ({class}) i{n};"));
    }

    /// A Java expression: the instance that is found, or all of them.
    fn found(&self, context: ContextId, lookup: Lookup, outer: &str) -> String {
        let Search {
            subject,
            delivery,
            deliveries,
            ..
        } = *self;
        let table = format!("{outer}.{}", table_of(context));
        let places = 0..subject.specification.contexts[context].parameters.len();
        let keys: Vec<String> = places.map(|n| key_local(context, n)).collect();
        let (keys, number) = (keys.join(", "), deliveries.number(delivery));

        match lookup {
            Lookup::One { creates } => {
                let makes = creates && !comes_late(subject, context, delivery, deliveries);
                let search = if makes { "obtain" } else { "find" };
                format!("{table}.{search}({keys})")
            }
            Lookup::Agreeing(_) if is_keyed(subject, context) => format!("{table}.all()"),
            Lookup::Agreeing(bound) => format!("{table}.matching({bound}L, {keys})"),
            Lookup::Slice { bound, .. } if reaches(subject, context, bound, delivery) => {
                let position = bound.trailing_zeros() as usize;
                let key = key_local(context, position);
                format!("{table}.reached({number}, {position}, {key})")
            }
            Lookup::Slice { bound, creates } => {
                format!("{table}.slice({bound}L, {creates}, {number}, {keys})")
            }
        }
    }
}

/// The local variable that holds the n-th key of a context.
fn key_local(context: ContextId, n: usize) -> String {
    format!("k{}_{n}", context.index())
}
