//! Loops (JLS 14.12 to 14.14), in the order in which javac emits their parts: test, body, update;
//! `do`: body, test.

use std::sync::Arc;

use ir::{ArithmeticKind, BlockId, CallSyntax, LocalId, StatementKind};
use java_attribute::ForEachTarget;
use java_syntax::ast::{ExprId, StmtId, VarId};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::calls::unresolved;
use crate::scopes::{JumpTarget, Scope};
use crate::types;

/// The parts of a basic for loop.
#[derive(Clone, Copy)]
pub(crate) struct For<'a> {
    pub(crate) initial: &'a [StmtId],
    pub(crate) test: Option<ExprId>,
    pub(crate) update: &'a [ExprId],
    pub(crate) body: StmtId,
}

/// The parts of an enhanced for loop.
#[derive(Clone, Copy)]
pub(crate) struct ForEach {
    pub(crate) var: VarId,
    pub(crate) iterable: ExprId,
    pub(crate) body: StmtId,
}

impl<'a> BodyLowering<'_, 'a> {
    /// `while (test) body`.
    pub(crate) fn lower_while(&mut self, test: ExprId, body: StmtId) {
        let labels = std::mem::take(&mut self.labels);
        let (head, inside, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        self.graph.start(head);
        self.condition(test, inside, end);
        self.graph.start(inside);
        self.loop_body(labels, body, end, head);
        self.graph.goto(head);
        self.graph.start(end);
    }

    /// `do body while (test)`.
    pub(crate) fn lower_do(&mut self, body: StmtId, test: ExprId) {
        let labels = std::mem::take(&mut self.labels);
        let (head, next, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        self.graph.start(head);
        self.loop_body(labels, body, end, next);
        self.graph.start(next);
        self.condition(test, head, end);
        self.graph.start(end);
    }

    /// `for (initial; test; update) body`.
    pub(crate) fn lower_for(&mut self, parts: For<'a>) {
        let labels = std::mem::take(&mut self.labels);
        parts
            .initial
            .iter()
            .for_each(|&statement| self.stmt(statement));
        let (head, inside) = (self.graph.block(), self.graph.block());
        let (next, end) = (self.graph.block(), self.graph.block());
        self.graph.start(head);
        match parts.test {
            Some(test) => self.condition(test, inside, end),
            None => self.graph.goto(inside),
        }
        self.graph.start(inside);
        self.loop_body(labels, parts.body, end, next);
        self.graph.start(next);
        parts.update.iter().for_each(|&update| self.effect(update));
        self.graph.goto(head);

        self.graph.start(end);
    }

    /// `for (var : iterable) body`.
    pub(crate) fn lower_for_each(&mut self, id: StmtId, parts: ForEach) {
        let labels = std::mem::take(&mut self.labels);
        let span = self.tree().stmts[id].span;
        let iterable = self.expr(parts.iterable);
        if types::element(&self.type_of(iterable)).is_some() {
            let array = self.kept(iterable);
            return self.over_array(labels, array, parts, span);
        }
        match self.facts().for_eachs.get(&id).cloned() {
            Some(target) => self.over_iterable(labels, iterable, &target, parts, span),
            None => self.over_anything(labels, iterable, parts, span),
        }
    }

    fn over_array(&mut self, labels: Vec<Arc<str>>, array: LocalId, parts: ForEach, span: Span) {
        // javac reads the length once, before the loop.
        let length = self.compute(ArithmeticKind::ArrayLength, vec![array], types::INT, span);
        let index = self.integer(0, span);
        let (head, inside) = (self.graph.block(), self.graph.block());
        let (next, end) = (self.graph.block(), self.graph.block());
        self.graph.start(head);
        let has_next = self.compute(
            ArithmeticKind::Less,
            vec![index, length],
            types::BOOLEAN,
            span,
        );
        self.graph.branch(has_next, inside, end);
        self.graph.start(inside);

        let element = self.array_load(array, index, span);
        self.take_element(element, parts.var, span);
        self.loop_body(labels, parts.body, end, next);
        self.graph.start(next);
        let one = self.integer(1, span);
        let operands = vec![index, one];
        self.graph.push(
            StatementKind::Compute {
                target: index,
                kind: ArithmeticKind::Add,
                operands,
            },
            span,
        );
        self.graph.goto(head);

        self.graph.start(end);
    }

    fn over_iterable(
        &mut self,
        labels: Vec<Arc<str>>,
        iterable: LocalId,
        target: &ForEachTarget,
        parts: ForEach,
        span: Span,
    ) {
        let syntax = CallSyntax::ForEach;
        let ForEachTarget {
            iterator,
            has_next,
            next,
            element,
        } = target;
        let iterator = self.invoke_target(iterator, Some(iterable), Vec::new(), syntax, span);
        let iterator = iterator.unwrap_or(iterable);
        let (head, inside, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        self.graph.start(head);

        let has_next = self.invoke_target(has_next, Some(iterator), Vec::new(), syntax, span);
        let has_next = has_next.filter(|&local| self.type_of(local) == types::BOOLEAN);
        let has_next = has_next.unwrap_or_else(|| self.undetermined(types::BOOLEAN, span));
        self.graph.branch(has_next, inside, end);
        self.graph.start(inside);
        let taken = self
            .invoke_target(next, Some(iterator), Vec::new(), syntax, span)
            .unwrap_or(iterator);
        let taken = self.cast(taken, element.clone(), span);
        self.take_element(taken, parts.var, span);
        self.loop_body(labels, parts.body, end, head);
        self.graph.goto(head);

        self.graph.start(end);
    }

    /// A loop over something that may be an array or an `Iterable`.
    fn over_anything(
        &mut self,
        labels: Vec<Arc<str>>,
        iterable: LocalId,
        parts: ForEach,
        span: Span,
    ) {
        self.missing_effect(
            Vec::new(),
            span,
            "the type of what is iterated is not known",
        );
        let iterator = self.iteration("iterator", iterable, span);
        let (head, inside, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        self.graph.start(head);
        self.iteration("hasNext", iterator, span);
        let has_next = self.undetermined(types::BOOLEAN, span);
        self.graph.branch(has_next, inside, end);
        self.graph.start(inside);

        let element = match self.var_type(parts.var) {
            ty if ty.is_reference() => self.element_of_anything(iterable, iterator, span),
            ty => self.undetermined(ty, span),
        };
        self.take_element(element, parts.var, span);
        self.loop_body(labels, parts.body, end, head);
        self.graph.goto(head);

        self.graph.start(end);
    }

    /// Returns what `next()` gives, or an element of an array.
    fn element_of_anything(&mut self, iterable: LocalId, iterator: LocalId, span: Span) -> LocalId {
        let element = self.temporary(Type::object());
        let (of_array, of_iterator, end) =
            (self.graph.block(), self.graph.block(), self.graph.block());
        let is_array = self.undetermined(types::BOOLEAN, span);
        self.graph.branch(is_array, of_array, of_iterator);
        self.graph.start(of_array);
        let array = self.cast(iterable, Type::array(Type::object()), span);
        let index = self.undetermined(types::INT, span);
        let loaded = self.array_load(array, index, span);
        self.assign(element, loaded, span);
        self.graph.goto(end);
        self.graph.start(of_iterator);

        let next = self.iteration("next", iterator, span);
        self.assign(element, next, span);
        self.graph.goto(end);
        self.graph.start(end);
        element
    }

    /// A call of the loop of which only the name is known.
    fn iteration(&mut self, name: &str, receiver: LocalId, span: Span) -> LocalId {
        let target = unresolved(&Arc::from(name), 0);
        let result = self.invoke_target(
            &target,
            Some(receiver),
            Vec::new(),
            CallSyntax::ForEach,
            span,
        );
        result.unwrap_or(receiver)
    }

    fn take_element(&mut self, element: LocalId, var: VarId, span: Span) {
        let local = self.var(var);
        let element = self.coerced(element, &self.var_type(var), span);
        self.assign_fresh(local, element, span);
    }

    fn loop_body(&mut self, labels: Vec<Arc<str>>, body: StmtId, end: BlockId, next: BlockId) {
        self.scopes.push(Scope::Jump(JumpTarget {
            labels,
            is_plain: true,
            end,
            next: Some(next),
        }));
        self.stmt(body);
        self.scopes.pop();
    }
}
