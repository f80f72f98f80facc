//! Which transitions the user sees.

use std::collections::BTreeSet;

use super::helpers;
use super::unprompted::raised;
use crate::code::{Code, Effects, Expr, Name, NameKind, Truth, Types};
use crate::model::{Observability, Property, Specification, StateKind, Transition, Trigger};

pub(super) struct Judge<'a> {
    property: &'a Property,
    types: Types,
    /// Variables that only the property itself reads and writes, and clocks that only it hears and
    /// sets.
    own: BTreeSet<Name>,
    /// Names of the others of its context.
    pub(super) shared: BTreeSet<String>,
    /// True if a helper method of the specification may do more than compute.
    has_unknown_helpers: bool,
    has_effects: &'a dyn Fn(&Code) -> bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        specification: &'a Specification,
        property: &'a Property,
        has_effects: &'a dyn Fn(&Code) -> bool,
    ) -> Self {
        let foreign = foreign_names(specification, property);
        let context = &specification.contexts[property.context];
        let variables = context
            .variables
            .iter()
            .map(|v| Name::new(&v.name, NameKind::Variable(property.context)));
        let clocks = context
            .clocks
            .iter()
            .map(|c| Name::new(&c.name, NameKind::Clock(property.context)));

        let timed = clocks_of_others(specification, property);
        // A helper method that is not understood may read and write every variable.
        let has_unknown_helpers = helpers::unknown(specification).is_some();
        let is_shared = |name: &Name| {
            let is_timed = matches!(name.kind, NameKind::Clock(_)) && timed.contains(&*name.text);
            has_unknown_helpers || foreign.contains(name) || is_timed
        };
        let (shared, own): (Vec<Name>, Vec<Name>) = variables.chain(clocks).partition(is_shared);

        Judge {
            property,
            types: Types::of(specification, property.context),
            own: own.into_iter().collect(),
            shared: shared.into_iter().map(|name| name.text).collect(),
            has_unknown_helpers,
            has_effects,
        }
    }

    /// Entering a bad state, an external action, external entry code, and a condition whose
    /// evaluation has effects.
    pub(super) fn is_observable(&self, transition: &Transition) -> bool {
        self.property.date.states[transition.to].kind == StateKind::Bad
            || self.is_seen_by_others(transition)
    }

    /// Returns whether more happens than that the instance moves and reports: something else may be
    /// different afterwards.
    pub(super) fn is_seen_by_others(&self, transition: &Transition) -> bool {
        let target = &self.property.date.states[transition.to];
        transition
            .action
            .iter()
            .chain(&target.entry)
            .any(|code| self.is_external(code))
            || transition
                .condition
                .as_ref()
                .is_some_and(|code| self.is_impure(code))
    }

    /// Returns whether the user may notice the code. Output does not count where the user waives
    /// external actions. Everything else may be noticed: what an action changes a condition may
    /// read, and the program may behave differently for it.
    fn is_external(&self, code: &Code) -> bool {
        let effects = Effects::of(code, &self.types);
        let is_internal = match self.property.observable {
            Observability::All => effects.internal(&self.own, &|_| false),
            Observability::VerdictOnly => effects.internal(&self.own, &is_output),
        };
        // What only reads a field may initialize its class.
        !is_internal || (self.has_effects)(code)
    }

    /// The truth of a condition, as far as it follows from the text. One whose evaluation is an effect
    /// may hold: it is evaluated although it never does.
    pub(super) fn guard(&self, condition: Option<&Code>) -> Truth {
        match condition {
            Some(code) if self.is_impure(code) => Truth::Unknown,
            condition => Truth::of(condition),
        }
    }

    /// Returns whether evaluating a condition is an effect.
    pub(super) fn is_impure(&self, code: &Code) -> bool {
        let effects = Effects::of(code, &self.types);
        let seen = self.has_unknown_helpers && helpers::may_call(code)
            || effects.opaque
            || effects.writes_program
            || !effects.writes.is_empty()
            || !effects.sends.is_empty();
        seen || (self.has_effects)(code)
    }

    /// Returns whether a `filter` or `where` does more than compute event variables and parameters.
    pub(super) fn is_impure_binding(&self, code: &Code) -> bool {
        let effects = Effects::of(code, &self.types);
        let binds =
            |name: &Name| matches!(name.kind, NameKind::EventVariable | NameKind::Parameter(_));
        let seen = effects.opaque
            || effects.writes_program
            || !effects.writes.iter().all(binds)
            || !effects.sends.is_empty();
        seen || (self.has_effects)(code)
    }
}

/// Returns whether an expression is a call that prints on `System.out` or `System.err` and calls no
/// code of the program. The printed value is a constant or the value of an operator.
pub fn is_output(expr: &Expr) -> bool {
    let Expr::Call {
        receiver: Some(receiver),
        method,
        arguments,
    } = expr
    else {
        return false;
    };
    let Expr::Field { object, field } = &**receiver else {
        return false;
    };
    let of_system = matches!(&**object, Expr::Name(name) if name.text == "System" && name.kind == NameKind::Java);
    // Printing an object would call its `toString`.
    let is_value = |argument: &Expr| matches!(argument, Expr::Literal(_) | Expr::Binary { .. });
    // `close` and `checkError` are no output.
    let prints = matches!(
        method.as_str(),
        "print" | "println" | "printf" | "format" | "append" | "write" | "flush"
    );
    of_system && prints && matches!(field.as_str(), "out" | "err") && arguments.iter().all(is_value)
}

/// The names of the clocks whose timeouts other properties hear.
fn clocks_of_others<'a>(
    specification: &'a Specification,
    property: &Property,
) -> BTreeSet<&'a str> {
    let others = specification
        .properties
        .iter()
        .filter(|other| other.name != property.name);
    let events = others.flat_map(|other| raised(specification, other));
    let alternatives = events.flat_map(|event| &specification.events[event].alternatives);
    let clocks = alternatives.filter_map(|alternative| match &alternative.trigger {
        Trigger::Timeout { clock, .. } => Some(clock.as_str()),
        Trigger::Point(_) | Trigger::Receive { .. } | Trigger::EndOfProgram => None,
    });
    clocks.collect()
}

/// Every name that code of other properties, of events, and of initial values uses.
fn foreign_names(specification: &Specification, property: &Property) -> BTreeSet<Name> {
    let others = specification
        .properties
        .iter()
        .filter(|other| other.name != property.name || other.span != property.span);
    let in_dates = others.flat_map(|other| other.date.codes());

    let alternatives = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives);
    let in_events = alternatives.flat_map(|a| a.filter.iter().chain(&a.wheres));
    let variables = specification
        .contexts
        .iter()
        .flat_map(|context| &context.variables);
    let in_contexts = variables.flat_map(|variable| &variable.initial);

    let codes = in_dates.chain(in_events).chain(in_contexts);
    codes
        .flat_map(|code| &code.names)
        .map(|used| used.name.clone())
        .collect()
}
