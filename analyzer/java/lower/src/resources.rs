//! try-with-resources (JLS 14.20.3).
//!
//! A resource is closed on every way out of the body if it is not null. After an exception of the
//! body, one that `close` throws is added to it as suppressed, and the first one is thrown on.

use std::sync::Arc;

use ir::{CallSyntax, Handler, LocalId, Terminator};
use java_syntax::ast::{ExprId, ExprKind, Resource as Declared, StmtId};
use text::Span;

use crate::body::BodyLowering;
use crate::calls::unresolved;
use crate::scopes::{Cleanup, CleanupKind, Resource, Scope};
use crate::types;

impl<'a> BodyLowering<'_, 'a> {
    /// The body under its resources, in order; just the body where there is none.
    pub(crate) fn with_resources(&mut self, id: StmtId, resources: &'a [Declared], body: StmtId) {
        self.with_resources_from(id, resources, 0, body);
    }

    fn with_resources_from(
        &mut self,
        id: StmtId,
        resources: &'a [Declared],
        position: usize,
        body: StmtId,
    ) {
        match resources.get(position) {
            None => self.with_failures(|lowering| lowering.stmt(body)),
            Some(declared) => {
                let resource = Arc::new(self.resource(id, declared, position));
                self.closing(resource, |lowering| {
                    lowering.with_resources_from(id, resources, position + 1, body)
                });
            }
        }
    }

    fn resource(&mut self, id: StmtId, declared: &'a Declared, position: usize) -> Resource {
        let (local, value, span) = match *declared {
            Declared::Declared { var, initial } => (
                self.declared_resource(var, initial),
                initial,
                self.tree().vars[var].name.span,
            ),
            Declared::Named(value) => (
                self.named_resource(value),
                value,
                self.tree().exprs[value].span,
            ),
        };

        let is_nullable = !matches!(self.tree().exprs[value].kind, ExprKind::New { .. });
        let close = self.facts().closes.get(&(id, position)).cloned();
        let close = close.unwrap_or_else(|| unresolved(&Arc::from("close"), 0));
        Resource {
            local,
            is_nullable,
            close,
            span,
        }
    }

    fn declared_resource(&mut self, var: java_syntax::ast::VarId, initial: ExprId) -> LocalId {
        self.lower_local(var, Some(initial));
        self.var(var)
    }

    fn named_resource(&mut self, value: ExprId) -> LocalId {
        let local = self.expr(value);
        self.kept(local)
    }

    fn closing(&mut self, resource: Arc<Resource>, body: impl FnOnce(&mut Self)) {
        let outside = self.graph.handlers();
        let (landing, exception) = self.landing();
        let end = self.graph.block();
        self.graph.protect(vec![Handler {
            caught: Vec::new(),
            target: landing,
            exception,
        }]);
        let kind = CleanupKind::Close(resource.clone());
        self.scopes
            .push(Scope::Cleanup(Cleanup::new(kind, outside)));

        let before = self.graph.mark();
        body(self);
        let wrote_nothing = self.graph.mark() == before;
        self.leave_scopes(self.scopes.len() - 1, Terminator::Goto(end));

        if let Some(Scope::Cleanup(mut cleanup)) = self.scopes.pop() {
            self.graph.set_handlers(cleanup.handlers.clone());
            // An empty body throws nothing, and its landing is never started.
            if !wrote_nothing {
                self.graph.start(landing);
                self.close_after(exception, &mut cleanup, resource.span);
                self.graph.end(Terminator::Throw(exception));
            }
        }

        self.graph.start(end);
    }

    /// Closes after an exception: what `close` throws is added to it.
    fn close_after(&mut self, exception: LocalId, cleanup: &mut Cleanup, span: Span) {
        let (landing, suppressed) = self.landing();
        let end = self.graph.block();
        // An exception of `close` goes to a landing of its own, which adds it to the first one (JLS
        // 14.20.3.1).
        let outside = std::mem::take(&mut cleanup.handlers);
        let inside = Handler {
            caught: Vec::new(),
            target: landing,
            exception: suppressed,
        };
        cleanup.handlers = outside.iter().cloned().chain([inside]).collect();
        self.clean_up(cleanup);
        self.graph.set_handlers(outside);
        self.graph.goto(end);
        self.graph.start(landing);
        self.inserted_on(
            exception,
            types::THROWABLE,
            "addSuppressed",
            "(Ljava/lang/Throwable;)V",
            vec![suppressed],
            span,
        );

        self.graph.start(end);
    }

    /// `close()` on a resource that is not null.
    pub(crate) fn close(&mut self, resource: &Resource) {
        let end = self.graph.block();
        if resource.is_nullable {
            let close = self.graph.block();
            let is_open = self.is_not_null(resource.local, resource.span);
            self.graph.branch(is_open, close, end);
            self.graph.start(close);
        }

        self.invoke_target(
            &resource.close,
            Some(resource.local),
            Vec::new(),
            CallSyntax::Resource,
            resource.span,
        );

        self.graph.start(end);
    }
}
