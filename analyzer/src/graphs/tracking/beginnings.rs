//! The first states of an activation: of a body, or behind the birth of the tracked object.

use date::graph::ENTRY;
use date::ids::{NodeId, ProcedureId};
use date::model::When;
use ir::{BlockId, MethodId, StatementKind};

use super::concern::Tracked;
use super::explorer::Explorer;
use super::fact::Facts;
use super::procedure::{Stage, State};
use super::statement::statements;

impl Explorer<'_> {
    /// The events at the beginning of a body, and its first state. The body of a constructor begins
    /// when the constructor that it calls has returned ([`Explorer::return_to`]).
    pub(super) fn begin(&mut self, procedure: ProcedureId, facts: &Facts) {
        let method = self.procedure(procedure).entered.method;
        if self.run_before(method).is_empty() {
            return self.begin_body(procedure, ENTRY, facts);
        }
        let entering = State {
            stage: Stage::Entering,
            ..State::new(BlockId::from_raw(0), 0, facts.clone())
        };
        self.go(procedure, ENTRY, entering);
    }

    /// The followed static initializers that may run before an entry point.
    pub(super) fn run_before(&self, method: MethodId) -> Vec<MethodId> {
        let initializers = self.scene.points_to.first_uses.before(method).iter();
        initializers
            .copied()
            .filter(|&initializer| self.is_followed_inside(initializer))
            .collect()
    }

    /// The body of a method begins, at `node`.
    pub(super) fn begin_body(&mut self, procedure: ProcedureId, node: NodeId, facts: &Facts) {
        let method = self.procedure(procedure).entered.method;
        let node = match &*self.scene.program.methods[method].name {
            "<init>" => node,
            _ => self.body_events(procedure, node, When::Before, None, facts),
        };
        let block = BlockId::from_raw(0);

        self.go(procedure, node, State::new(block, 0, facts.clone()));
    }

    /// The states just after a statement of the body has made the tracked object.
    pub(super) fn begin_at_births(&mut self, procedure: ProcedureId, method: MethodId) {
        let Tracked::Object(object) = self.tracked else {
            return;
        };
        let allocation = self.scene.points_to.object(object).allocation();

        // Each of these statements may be the birth of the tracked object.
        for (block, index, statement) in statements(self.scene.program, method) {
            match statement {
                StatementKind::Allocate { target, site } if Some(*site) == allocation => {
                    self.go(
                        procedure,
                        ENTRY,
                        State::new(block, index + 1, Facts::newborn(*target)),
                    );
                }
                StatementKind::Call(site) if self.makes_tracked(*site) => {
                    let Some(result) = self.scene.program.calls[*site].result else {
                        continue;
                    };
                    let at = State::new(block, index, Facts::nothing(false));
                    self.return_to(procedure, ENTRY, &at, *site, Facts::newborn(result));
                }
                _ => {}
            }
        }
    }
}
