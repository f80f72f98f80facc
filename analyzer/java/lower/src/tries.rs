//! `try`, `catch`, `finally` and `synchronized` (JLS 14.19, 14.20).
//!
//! Code is laid out as javac does it: the body, the clean-up code for its normal end, each catch
//! clause with the same again, then the copy for exceptions, which throws on.

use std::sync::Arc;

use ir::{BlockId, Handler, LocalId, StatementKind, Terminator};
use java_syntax::ast::{Catch, Resource as Declared, StmtId, StmtKind, TypeRef};
use text::Span;

use crate::body::BodyLowering;
use crate::scopes::{Cleanup, CleanupKind, Scope};
use crate::types;

/// The parts of a try statement.
#[derive(Clone, Copy)]
pub(crate) struct Try<'a> {
    pub(crate) resources: &'a [Declared],
    pub(crate) body: StmtId,
    pub(crate) catches: &'a [Catch],
    pub(crate) finally: Option<StmtId>,
}

impl<'a> BodyLowering<'_, 'a> {
    /// A try statement.
    pub(crate) fn lower_try(&mut self, id: StmtId, parts: Try<'a>) {
        let finally = parts.finally.filter(|&block| !self.is_empty_block(block));
        // An empty body throws nothing, so only the finally block is left.
        if parts.resources.is_empty() && self.is_empty_block(parts.body) {
            finally.into_iter().for_each(|block| self.stmt(block));
            return;
        }
        let body = |lowering: &mut Self| lowering.with_resources(id, parts.resources, parts.body);
        match finally {
            Some(block) => self.with_cleanup(CleanupKind::Finally(block), parts.catches, body),
            None => self.catching(parts.catches, body),
        }
    }

    fn is_empty_block(&self, id: StmtId) -> bool {
        matches!(&self.tree().stmts[id].kind, StmtKind::Block(statements) if statements.is_empty())
    }

    /// Catch clauses without a finally block.
    fn catching(&mut self, catches: &'a [Catch], body: impl FnOnce(&mut Self)) {
        let end = self.graph.block();
        self.with_catches(catches, body, |lowering| lowering.graph.goto(end));
        self.graph.start(end);
    }

    /// A body with catch clauses, all of it followed by clean-up code on every way out.
    pub(crate) fn with_cleanup(
        &mut self,
        kind: CleanupKind,
        catches: &'a [Catch],
        body: impl FnOnce(&mut Self),
    ) {
        let outside = self.graph.handlers();
        let (landing, exception) = self.landing();
        let end = self.graph.block();
        self.graph.protect(vec![Handler {
            caught: Vec::new(),
            target: landing,
            exception,
        }]);
        self.scopes
            .push(Scope::Cleanup(Cleanup::new(kind, outside)));

        let depth = self.scopes.len() - 1;
        let mut wrote_nothing = false;
        let body = |lowering: &mut Self| {
            let before = lowering.graph.mark();
            body(lowering);
            wrote_nothing = lowering.graph.mark() == before;
        };
        self.with_catches(catches, body, |lowering| {
            lowering.leave_scopes(depth, Terminator::Goto(end))
        });

        if let Some(Scope::Cleanup(mut cleanup)) = self.scopes.pop() {
            self.graph.set_handlers(cleanup.handlers.clone());
            // An empty body throws nothing, and its landing is never started.
            if !wrote_nothing {
                self.graph.start(landing);
                self.clean_up(&mut cleanup);
                self.graph.end(Terminator::Throw(exception));
            }
        }

        self.graph.start(end);
    }

    /// A body under catch clauses; `finish` ends every way that completes normally.
    fn with_catches(
        &mut self,
        catches: &'a [Catch],
        body: impl FnOnce(&mut Self),
        finish: impl Fn(&mut Self),
    ) {
        let outside = self.graph.handlers();
        let handlers: Vec<Handler> = catches.iter().map(|clause| self.handler(clause)).collect();
        let targets: Vec<BlockId> = handlers.iter().map(|handler| handler.target).collect();
        if !handlers.is_empty() {
            self.graph.protect(handlers);
        }

        let before = self.graph.mark();
        body(self);
        let wrote_nothing = self.graph.mark() == before;
        // Catch clauses cover neither each other nor the clean-up code (JLS 14.20).
        self.graph.set_handlers(outside);
        finish(self);

        for (clause, target) in catches.iter().zip(targets) {
            if !wrote_nothing {
                self.graph.start(target);
                self.stmt(clause.body);
                finish(self);
            }
        }
    }

    fn handler(&mut self, clause: &'a Catch) -> Handler {
        let var = &self.tree().vars[clause.var];
        let types = var.ty.iter().chain(&var.alternatives);
        let caught = types.map(|ty| self.caught(ty)).collect();
        Handler {
            caught,
            target: self.graph.block(),
            exception: self.exception_parameter(clause),
        }
    }

    /// The local that takes what is caught: the parameter, unless its type is primitive, which
    /// nothing compiles.
    fn exception_parameter(&mut self, clause: &Catch) -> LocalId {
        let parameter = self.var(clause.var);
        if self.type_of(parameter).is_reference() {
            return parameter;
        }
        self.unit.gap(
            self.code.class,
            self.tree().vars[clause.var].name.span,
            "what is caught is no object",
        );
        self.graph.local(None, types::throwable())
    }

    /// The class that a catch clause names; any throwable where it is not known, as more is caught
    /// then.
    fn caught(&mut self, ty: &TypeRef) -> Arc<str> {
        let class = self.written(ty).and_then(|ty| ty.class_name().cloned());
        class.unwrap_or_else(|| Arc::from(types::THROWABLE))
    }

    /// Returns where exceptions of any kind are taken, and the local that holds them.
    pub(crate) fn landing(&mut self) -> (BlockId, LocalId) {
        (
            self.graph.block(),
            self.graph.local(None, types::throwable()),
        )
    }

    /// `synchronized (object) body`.
    pub(crate) fn lower_synchronized(&mut self, object: LocalId, body: StmtId, span: Span) {
        // The body may assign the variable, but it has to leave the lock that it has entered (JLS
        // 14.19).
        let object = self.kept(object);
        self.graph.push(
            StatementKind::Monitor {
                object,
                enter: true,
            },
            span,
        );
        self.with_cleanup(CleanupKind::Leave(object, span), &[], |lowering| {
            lowering.stmt(body)
        });
    }

    /// Leaves a monitor.
    pub(crate) fn leave(&mut self, object: LocalId, span: Span) {
        self.graph.push(
            StatementKind::Monitor {
                object,
                enter: false,
            },
            span,
        );
    }

    /// `throw exception`.
    pub(crate) fn throw(&mut self, exception: LocalId, span: Span) {
        let exception = if self.type_of(exception).is_reference() {
            exception
        } else {
            self.unknown(types::throwable(), span, "what is thrown is no object")
        };
        self.graph.end(Terminator::Throw(exception));
    }
}
