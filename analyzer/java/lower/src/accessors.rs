//! Accessors that record patterns call (JLS 14.30.2): where one throws, matching throws a
//! `MatchException` with that as its cause.
//!
//! The code that does so stands once for all patterns of a body or of a try block, at its end, as
//! javac lays it out.
//!
//! Where several cases of a switch ask for the same component, javac asks once if their patterns
//! begin alike, which the language leaves open: later cases may use what an earlier one was told.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSyntax, Constant, Handler, LocalId, Terminator};
use java_attribute::CallTarget;
use java_syntax::ast::{Case, Label, Pattern, PatternKind};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::components::{Component, Failure, Shared, Told, component};
use crate::types;

impl BodyLowering<'_, '_> {
    /// The value of a record's component; `None` where the accessor is not known to have a result.
    pub(crate) fn ask_accessor(
        &mut self,
        accessor: &CallTarget,
        record: LocalId,
        span: Span,
    ) -> Option<LocalId> {
        let around = self.graph.handlers();
        if self.unit.numbering.has_match_exception {
            let handler = self.failure_handler(&around, span);
            self.graph.protect(vec![handler]);
        }
        let value = self.invoke_target(
            accessor,
            Some(record),
            Vec::new(),
            CallSyntax::Inserted,
            span,
        );
        self.graph.set_handlers(around);
        value
    }

    /// [`BodyLowering::ask_accessor`] for a case of a switch: not asked again, perhaps, what an
    /// earlier case asked.
    pub(crate) fn ask_in_case(
        &mut self,
        place: &[usize],
        accessor: &CallTarget,
        record: LocalId,
        span: Span,
    ) -> Option<LocalId> {
        let Some(told) = self.shared.0.get_mut(&component(place, accessor)) else {
            return self.ask_accessor(accessor, record, span);
        };
        let (value, is_asked) = (told.value, std::mem::replace(&mut told.is_asked, true));
        let known = self.graph.block();

        // An earlier case may have asked, or may not have been tried: both ways are open.
        if is_asked {
            let (ask, asks) = (self.graph.block(), self.undetermined(types::BOOLEAN, span));
            self.graph.branch(asks, ask, known);
            self.graph.start(ask);
        }
        if let Some(returned) = self.ask_accessor(accessor, record, span) {
            self.assign(value, returned, span);
        }

        self.graph.start(known);
        Some(value)
    }

    /// Makes locals for the components that several of the cases ask for. Those of the switch
    /// around are to be put back with the result.
    pub(crate) fn share_components(&mut self, cases: &[Case], span: Span) -> Shared {
        let mut seen: BTreeSet<Component> = BTreeSet::new();
        let mut shared = Shared::default();
        for case in cases {
            let mut asked: BTreeMap<Component, Type> = BTreeMap::new();
            for label in &case.labels {
                if let Label::Pattern(pattern) = label {
                    self.asked_by(pattern, &[], &mut asked);
                }
            }
            for (component, ty) in asked {
                // Only a component that a second case asks for is shared.
                if seen.insert(component.clone()) || shared.0.contains_key(&component) {
                    continue;
                }
                let value = if ty.is_reference() {
                    Constant::Null
                } else {
                    Constant::Unknown
                };
                let value = self.constant(value, ty, span);
                self.mutable.insert(value);
                shared.0.insert(
                    component,
                    Told {
                        value,
                        is_asked: false,
                    },
                );
            }
        }

        std::mem::replace(&mut self.shared, shared)
    }

    /// The components that a pattern asks for, with their types.
    fn asked_by(&self, pattern: &Pattern, place: &[usize], asked: &mut BTreeMap<Component, Type>) {
        let PatternKind::Record { components, .. } = &pattern.kind else {
            return;
        };
        let accessors = self
            .facts()
            .accessors
            .get(&pattern.span.start)
            .into_iter()
            .flatten();

        for (position, (inner, accessor)) in components.iter().zip(accessors).enumerate() {
            let place = [place, &[position]].concat();
            if let Some(ty) = &accessor.result {
                asked.insert(component(&place, accessor), ty.clone());
            }
            self.asked_by(inner, &place, asked);
        }
    }

    fn failure_handler(&mut self, around: &[Handler], span: Span) -> Handler {
        let known = self
            .failures
            .iter()
            .find(|failure| failure.around == around);
        let (target, exception) = match known {
            Some(failure) => (failure.landing, failure.exception),
            None => {
                let (landing, exception) = self.landing();
                self.failures.push(Failure {
                    landing,
                    exception,
                    around: around.to_vec(),
                    span,
                });
                (landing, exception)
            }
        };

        Handler {
            caught: Vec::new(),
            target,
            exception,
        }
    }

    /// Lowers a part with code of its own for what accessors throw in it.
    pub(crate) fn with_failures(&mut self, lower: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.failures);
        lower(self);
        if !self.failures.is_empty() {
            let end = self.graph.block();
            self.graph.goto(end);
            self.end_failures();
            self.graph.start(end);
        }
        self.failures = outer;
    }

    /// Writes the code for what accessors threw so far; the place before it must have been ended.
    pub(crate) fn end_failures(&mut self) {
        let handlers = self.graph.handlers();
        for Failure {
            landing,
            exception,
            around,
            span,
        } in std::mem::take(&mut self.failures)
        {
            self.graph.set_handlers(around);
            self.graph.start(landing);
            let thrown = self.accessor_failure(exception, span);
            self.graph.end(Terminator::Throw(thrown));
        }
        self.graph.set_handlers(handlers);
    }
}
