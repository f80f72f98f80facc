//! The constructs that LARVA's language cannot express.

use date::code::JavaType;
use date::ids::EventId;
use date::model::{
    Alternative, ArgumentPattern, Binding, Context, Creation, Event, Identity, JoinPoint, Member,
    Moment, Observability, PointPattern, Property, Severity, Signature, Specification, StateKind,
    Trigger, TypePattern,
};
use text::{Diagnostic, Span};

/// Everything in a specification that no script can say, in the order of its parts.
pub(super) fn all(specification: &Specification) -> Vec<Diagnostic> {
    let mut search = Search {
        specification,
        found: Vec::new(),
    };
    specification
        .contexts
        .iter()
        .for_each(|context| search.context(context));
    specification
        .events
        .iter_enumerated()
        .for_each(|(id, event)| search.event(id, event));
    specification
        .properties
        .iter()
        .for_each(|property| search.property(property));
    search.codes();

    search.found
}

/// An error about a place of the file that the specification was read from.
pub(super) fn error(
    specification: &Specification,
    span: Span,
    message: &str,
    help: &str,
) -> Diagnostic {
    Diagnostic::error(&specification.file, span, "lrv-inexpressible", message).with_help(help)
}

struct Search<'a> {
    specification: &'a Specification,
    found: Vec<Diagnostic>,
}

impl Search<'_> {
    fn refuse(&mut self, span: Span, what: &str, help: &str) {
        self.found.push(error(
            self.specification,
            span,
            &format!("LARVA has no {what}"),
            help,
        ));
    }

    fn context(&mut self, context: &Context) {
        for parameter in &context.parameters {
            let name = &parameter.name;
            if matches!(JavaType::of(&parameter.ty), JavaType::Primitive(_)) {
                self.refuse(
                    parameter.span,
                    "keys of primitive types",
                    &format!("give `{name}` the boxed type"),
                );
            } else if parameter.identity == Identity::Identity {
                let help = format!(
                    "it compares them by `equals`; if that is the same, write `{name} by equals`"
                );
                self.refuse(
                    parameter.span,
                    &format!("keys like `{name}`, which are compared by identity"),
                    &help,
                );
            }
        }
        match context.creation {
            Creation::AnyEvent => {}
            Creation::Slicing => self.refuse(
                context.span,
                "slicing",
                "every event of a context names all its keys",
            ),
            Creation::Listed(_) => {
                self.refuse(
                    context.span,
                    "list of the events that create",
                    "every event of a context creates",
                );
            }
        }
    }

    fn event(&mut self, id: EventId, event: &Event) {
        for member in &event.members {
            let inner = &self.specification.events[*member];
            if inner.context != event.context || *member >= id {
                let what = format!("way to list `{}` in `{}`", inner.name, event.name);
                self.refuse(
                    event.span,
                    &what,
                    "it lists events that the same context declares before",
                );
            }
        }

        if event.alternatives.is_empty() && event.members.is_empty() {
            self.refuse(
                event.span,
                &format!("event like `{}`, which nothing raises", event.name),
                "leave it out",
            );
        }

        event
            .alternatives
            .iter()
            .for_each(|alternative| self.alternative(alternative));
    }

    fn alternative(&mut self, alternative: &Alternative) {
        let untyped = |binding: &&&Binding| binding.ty.is_none();
        if !matches!(alternative.trigger, Trigger::Receive { .. })
            && let Some(binding) = alternative.trigger.bindings().iter().find(untyped)
        {
            let what = format!("variables without a type, like `{}`", binding.name);
            self.refuse(alternative.span, &what, "write the type");
        }

        match &alternative.trigger {
            Trigger::Point(point) => self.point(alternative.span, point),
            Trigger::EndOfProgram => self.refuse(
                alternative.span,
                "event at the end of the program",
                "leave it out",
            ),
            Trigger::Timeout { .. } | Trigger::Receive { .. } => {}
        }
    }

    fn point(&mut self, span: Span, point: &PointPattern) {
        let [member] = point.members.as_slice() else {
            return self.refuse(
                span,
                "pattern of several members",
                "write an alternative for each",
            );
        };
        let is_in_class = match point.join {
            JoinPoint::Call | JoinPoint::Execution => false,
            JoinPoint::Handling => member.name == Member::Handler,
            _ => true,
        };

        if is_in_class {
            let what = format!("event for {}", point.join.points());
            return self.refuse(span, &what, "it has events for methods alone");
        }
        if !point.within.is_empty() {
            self.refuse(
                span,
                "pattern for the code of a class",
                "`within` asks for the calling object there",
            );
        }
        if !point.flows.is_empty() {
            self.refuse(
                span,
                "control flow",
                "keep what the program is in the course of in a variable",
            );
        }
        if member.signature != Signature::default() {
            self.refuse(
                span,
                "patterns of declarations",
                "test the arguments by their types, or in a `filter`",
            );
        }

        match &point.arguments.rest {
            None if point.arguments.first.is_empty() => {
                self.refuse(
                    span,
                    "pattern for no argument",
                    "`m(..)` is any list of arguments",
                );
            }
            Some(last) if !last.is_empty() || !point.arguments.first.is_empty() => {
                self.refuse(
                    span,
                    "`..` beside arguments",
                    "list the arguments, with `*` for those of no interest",
                );
            }
            _ => {}
        }
        self.receiver(span, point, &member.declaring);

        if point.join == JoinPoint::Handling && point.moment != Moment::Before {
            self.refuse(span, "event after a handler", "`handling` is before it");
        }
        if point
            .arguments
            .first
            .iter()
            .any(|argument| matches!(argument, ArgumentPattern::Typed(ty) if ty == "*"))
        {
            self.refuse(span, "type `*`", "write `*` alone");
        }
    }

    /// `T x` is a call of what T declares on an object that is a T; there is no other receiver, but
    /// for `*`.
    fn receiver(&mut self, span: Span, point: &PointPattern, declaring: &TypePattern) {
        let tested = point.target.as_ref().and_then(|target| target.ty.as_ref());
        match declaring {
            _ if point.is_creation() => {}
            TypePattern::Any if point.target.is_none() => {}
            TypePattern::Exact(ty) | TypePattern::Subtypes(ty) if tested == Some(ty) => {}
            TypePattern::Exact(ty) | TypePattern::Subtypes(ty) if tested.is_none() => {
                let help = format!("it looks at the object: bind it, `target {ty} x`");
                self.refuse(
                    span,
                    &format!("pattern for the methods of `{ty}` that are static or not"),
                    &help,
                );
            }
            _ => self.refuse(
                span,
                "receiver of another type than the one that declares the method",
                "give both the same type",
            ),
        }
    }

    fn property(&mut self, property: &Property) {
        if property.observable == Observability::VerdictOnly {
            self.refuse(
                property.span,
                "`observable: verdict-only`",
                "leave it out: actions count",
            );
        }
        if property.severity != Severity::default() {
            self.refuse(
                property.span,
                "severities",
                "leave it out: a report is an error",
            );
        }

        let initial = &property.date.states[property.date.initial];
        if initial.kind != StateKind::Normal {
            self.refuse(
                initial.span,
                "initial state that is bad or accepting",
                "begin in a state of its own",
            );
        }

        let accepting = property
            .date
            .states
            .iter()
            .find(|state| state.kind == StateKind::Accepting);

        if let Some(state) = accepting.filter(|_| !property.releases) {
            let what = format!(
                "accepting states like `{}`, which do not release their instance",
                state.name
            );
            self.refuse(
                state.span,
                &what,
                "leave out `accepting`, or write `releases: true`",
            );
        }
    }

    /// A `%%` hides the rest of its line, in strings as well.
    fn codes(&mut self) {
        let specification = self.specification;
        let initial = specification
            .contexts
            .iter()
            .flat_map(|c| &c.variables)
            .filter_map(|v| v.initial.as_ref());
        let alternatives = specification
            .events
            .iter()
            .flat_map(|event| &event.alternatives);

        let events = alternatives.flat_map(|a| a.filter.iter().chain(&a.wheres));
        let properties = specification
            .properties
            .iter()
            .flat_map(|property| property.date.codes());

        let all = initial
            .chain(events)
            .chain(properties)
            .chain(&specification.methods);

        for code in all.filter(|code| code.text.contains("%%")) {
            self.refuse(
                code.span,
                "`%%` in code",
                "it begins a comment, in strings as well",
            );
        }
    }
}
