//! Patterns (JLS 14.30): tests that bind variables.

use ir::{BlockId, LocalId, StatementKind};
use java_syntax::ast::{Pattern, PatternKind, TypeRef, VarId};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::calls::unresolved;
use crate::types;

/// The record that a pattern looks at.
struct Inside<'a> {
    record: LocalId,
    components: &'a [Pattern],
    /// The pattern.
    span: Span,
    /// The positions that lead to the record from the selector of a switch, if it is inside of one.
    place: Option<Vec<usize>>,
}

impl<'a> BodyLowering<'_, 'a> {
    /// Tests a value that is not null against a pattern, and binds its variables where it matches.
    pub(crate) fn match_pattern(
        &mut self,
        value: LocalId,
        pattern: &'a Pattern,
        then: BlockId,
        otherwise: BlockId,
    ) {
        let span = pattern.span;
        match &pattern.kind {
            PatternKind::Any => self.graph.goto(then),
            PatternKind::Type(class) => {
                let ty = self.written(class);
                self.test(value, ty, then, otherwise, span);
            }
            PatternKind::Binding(var) => self.match_binding(value, *var, then, otherwise, span),
            PatternKind::Record { ty, components } => {
                let matched = self.graph.block();
                let record = self.match_record(value, ty, span, matched, otherwise);
                self.match_components(
                    Inside {
                        record,
                        components,
                        span,
                        place: None,
                    },
                    otherwise,
                );
                self.graph.goto(then);
            }
        }
    }

    /// Jumps by whether a value is an instance of a type; both ways are open where the type is not
    /// known.
    fn test(
        &mut self,
        source: LocalId,
        ty: Option<Type>,
        then: BlockId,
        otherwise: BlockId,
        span: Span,
    ) {
        let condition = match ty {
            Some(ty) if self.type_of(source).is_reference() => {
                let target = self.temporary(types::BOOLEAN);
                self.graph
                    .push(StatementKind::InstanceOf { target, source, ty }, span);
                target
            }
            _ => self.undetermined(types::BOOLEAN, span),
        };
        self.graph.branch(condition, then, otherwise);
    }

    fn match_binding(
        &mut self,
        value: LocalId,
        var: VarId,
        then: BlockId,
        otherwise: BlockId,
        span: Span,
    ) {
        let ty = self.var_type(var);
        let matched = self.graph.block();
        self.test(value, Some(ty), matched, otherwise, span);
        self.graph.start(matched);
        self.bind_pattern(value, var, span);
        self.graph.goto(then);
    }

    /// Assigns a pattern's variable a value that fits.
    fn bind_pattern(&mut self, value: LocalId, var: VarId, span: Span) {
        let local = self.var(var);
        let ty = self.var_type(var);
        let value = if ty.is_reference() && self.type_of(value).is_reference() {
            self.cast(value, ty, span)
        } else {
            self.coerced(value, &ty, span)
        };
        self.assign_fresh(local, value, span);
    }

    /// Tests the components of a record in order: each is asked of its accessor before it is
    /// matched. What is inside of components that are records is looked at once all of them are
    /// known to be such, as javac does it.
    fn match_components(&mut self, inside: Inside<'a>, otherwise: BlockId) {
        let Inside {
            record,
            components,
            span,
            place,
        } = inside;
        let accessors = self.facts().accessors.get(&span.start);
        let mut inner: Vec<Inside<'a>> = Vec::new();

        for (position, component) in components.iter().enumerate() {
            let target = accessors
                .and_then(|accessors| accessors.get(position))
                .cloned();
            let target = target.unwrap_or_else(|| unresolved(&"component".into(), 0));
            let next = self.graph.block();
            self.skip_component(component, next);
            let place = place.as_deref().map(|place| [place, &[position]].concat());
            let value = match place.as_deref() {
                Some(place) => self.ask_in_case(place, &target, record, component.span),
                None => self.ask_accessor(&target, record, component.span),
            };
            match (value, &component.kind) {
                (Some(value), PatternKind::Record { ty, components }) => {
                    let record = self.match_record(value, ty, component.span, next, otherwise);
                    inner.push(Inside {
                        record,
                        components,
                        span: component.span,
                        place,
                    });
                }
                (Some(value), _) => {
                    self.match_component(value, component, next, otherwise);
                    self.graph.start(next);
                }
                (None, _) => self.graph.start(next),
            }
        }

        inner
            .into_iter()
            .for_each(|inside| self.match_components(inside, otherwise));
    }

    /// Tests whether a component is a record of the type that its pattern names, and goes on at
    /// `matched` if so.
    fn match_record(
        &mut self,
        value: LocalId,
        ty: &TypeRef,
        span: Span,
        matched: BlockId,
        otherwise: BlockId,
    ) -> LocalId {
        let ty = self.written(ty);
        self.test(value, ty.clone(), matched, otherwise, span);
        self.graph.start(matched);
        ty.map_or(value, |ty| self.cast(value, ty, span))
    }

    /// Leads on to `next` where a component's pattern is `_`: its accessor need not be called.
    fn skip_component(&mut self, component: &Pattern, next: BlockId) {
        if matches!(component.kind, PatternKind::Any) {
            let (asked, is_asked) = (
                self.graph.block(),
                self.undetermined(types::BOOLEAN, component.span),
            );
            self.graph.branch(is_asked, asked, next);
            self.graph.start(asked);
        }
    }

    /// Tests a component, which can be null: a pattern that takes every value of the component's
    /// type takes that too.
    fn match_component(
        &mut self,
        value: LocalId,
        pattern: &'a Pattern,
        then: BlockId,
        otherwise: BlockId,
    ) {
        let PatternKind::Binding(var) = pattern.kind else {
            return self.match_pattern(value, pattern, then, otherwise);
        };
        let (ty, own) = (self.var_type(var), self.type_of(value));
        let is_inferred = self.tree().vars[var].ty.is_none();

        if is_inferred || ty == own || !ty.is_reference() || !own.is_reference() {
            self.bind_pattern(value, var, pattern.span);
            return self.graph.goto(then);
        }

        let (tested, bound) = (self.graph.block(), self.graph.block());
        // It is not known whether the pattern takes every value of the component's type, `null`
        // included (JLS 14.30.3).
        let is_total = self.undetermined(types::BOOLEAN, pattern.span);
        self.graph.branch(is_total, bound, tested);
        self.graph.start(tested);
        self.test(value, Some(ty), bound, otherwise, pattern.span);
        self.graph.start(bound);
        self.bind_pattern(value, var, pattern.span);

        self.graph.goto(then);
    }

    /// Binds a pattern of a switch whose selector is known to fit its type; jumps to `otherwise`
    /// where an inner part of it does not match.
    pub(crate) fn match_case(
        &mut self,
        value: LocalId,
        pattern: &'a Pattern,
        then: BlockId,
        otherwise: BlockId,
    ) {
        match &pattern.kind {
            PatternKind::Binding(var) => {
                self.bind_pattern(value, *var, pattern.span);
                self.graph.goto(then);
            }
            PatternKind::Record { ty, components } => {
                let record = self.case_record(value, ty, pattern.span);
                let inside = Inside {
                    record,
                    components,
                    span: pattern.span,
                    place: Some(Vec::new()),
                };
                self.match_components(inside, otherwise);
                self.graph.goto(then);
            }
            PatternKind::Type(_) | PatternKind::Any => self.graph.goto(then),
        }
    }

    fn case_record(&mut self, value: LocalId, ty: &TypeRef, span: Span) -> LocalId {
        match self.written(ty) {
            Some(ty) => self.cast(value, ty, span),
            None => value,
        }
    }
}
