//! The end of a body: its blocks in their final form.

use ir::{Body, LocalId, Terminator};

use crate::body::BodyLowering;
use crate::simplify::simplify;
use crate::{definite, locals};

impl BodyLowering<'_, '_> {
    /// Ends a body that completes normally, and hands it over.
    pub(crate) fn finish(mut self, parameters: Vec<LocalId>) {
        // No compiler accepts a body whose end can be reached without a value (JLS 8.4.7).
        if self.code.result.is_some() {
            self.unknown_effect(
                self.code.span,
                "a body that ends without the value that it should return",
            );
        }

        self.graph.end(match self.code.result {
            None => Terminator::Return(None),
            Some(_) => Terminator::Unreachable,
        });
        self.end_failures();
        let (blocks, locals) = self.graph.finish();
        let mut blocks = simplify(blocks);
        let unassigned = definite::unassigned(&blocks, &locals, &parameters, &self.unit.part);

        if !unassigned.is_empty() {
            self.unit.gap(
                self.code.class,
                self.code.span,
                "a variable is used that is not assigned on every path",
            );
            definite::assign(&mut blocks, &unassigned, self.code.span);
        }

        let part = &mut self.unit.part;
        let body = Body {
            initialized: self.switched,
            ..locals::body(blocks, locals, &parameters, part)
        };
        part.set_body(self.code.method, body);
    }
}
