//! Accessors that record patterns call (JLS 14.30.2): where one throws, matching throws a `MatchException` with that as
//! its cause.
//!
//! The code that does so stands once for all patterns of a body or of a try block, at its end, as javac lays it out.

use date::diagnostic::Span;
use ir::{BlockId, CallSyntax, Handler, LocalId, Terminator};
use java_attribute::CallTarget;

use crate::body::BodyLowering;

/// Where exceptions of accessors come to.
#[derive(Debug)]
pub(crate) struct Failure {
    landing: BlockId,
    exception: LocalId,
    /// The handlers in force around the patterns.
    around: Vec<Handler>,
    /// The first pattern.
    span: Span,
}

impl BodyLowering<'_, '_> {
    /// The value of a record's component; `None` where the accessor is not known to have a result.
    pub(crate) fn ask_accessor(&mut self, accessor: &CallTarget, record: LocalId, span: Span) -> Option<LocalId> {
        let around = self.graph.handlers();
        if self.unit.numbering.has_match_exception {
            let handler = self.failure_handler(&around, span);
            self.graph.protect(vec![handler]);
        }
        let value = self.invoke_target(accessor, Some(record), Vec::new(), CallSyntax::Inserted, span);
        self.graph.set_handlers(around);
        value
    }

    fn failure_handler(&mut self, around: &[Handler], span: Span) -> Handler {
        let known = self.failures.iter().find(|failure| failure.around == around);
        let (target, exception) = match known {
            Some(failure) => (failure.landing, failure.exception),
            None => {
                let (landing, exception) = self.landing();
                self.failures.push(Failure { landing, exception, around: around.to_vec(), span });
                (landing, exception)
            }
        };
        Handler { caught: Vec::new(), target, exception }
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
        for Failure { landing, exception, around, span } in std::mem::take(&mut self.failures) {
            self.graph.set_handlers(around);
            self.graph.start(landing);
            let thrown = self.accessor_failure(exception, span);
            self.graph.end(Terminator::Throw(thrown));
        }
        self.graph.set_handlers(handlers);
    }
}
