//! Methods that run inside a statement which does not call them: a library calls them back, or they
//! are static initializers of classes that it is the first to use.

use date::graph::ENTRY;
use date::ids::{NodeId, ProcedureId};
use ir::{BlockId, MethodId};

use super::explorer::Explorer;
use super::fact::Facts;
use super::procedure::{Entered, From, Stage, State};
use super::statement::statements;

impl Explorer<'_> {
    /// All methods that may run inside the statement of a state.
    fn inside(&self, procedure: ProcedureId, state: &State) -> Vec<MethodId> {
        let method = self.method_of(procedure);
        let inside = self
            .scene
            .relevance
            .inside(method, state.block, state.index);
        inside.to_vec()
    }

    /// Returns whether no method that is followed runs inside the statement of a state.
    pub(super) fn runs_nothing_inside(&self, procedure: ProcedureId, state: &State) -> bool {
        let inside = self.inside(procedure, state);
        !inside
            .into_iter()
            .any(|method| self.is_followed_inside(method))
    }

    /// Follows the methods that may run inside a statement, in the state inside it: any number of
    /// times, in any order, with what they get from anywhere.
    pub(super) fn follow_inside(&mut self, procedure: ProcedureId, node: NodeId, state: &State) {
        let inside = self.inside(procedure, state).into_iter();
        let followed: Vec<MethodId> = inside
            .filter(|&method| self.is_followed_inside(method))
            .collect();
        self.run_inside(procedure, node, state, &followed);
    }

    /// Follows these methods in a state inside a statement, or before the first one.
    pub(super) fn run_inside(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        state: &State,
        methods: &[MethodId],
    ) {
        let start = Facts::nothing(state.facts.born);
        for &method in methods {
            for facts in self.guess_parameters(method, 0, &start) {
                let callee = self.enter(Entered {
                    method,
                    from: From::Beginning(facts),
                });
                self.wait_inside(callee, procedure, node, state.clone());
            }
        }
    }

    /// What locals alone hold is not in those methods. Events that do not name it are, in any order.
    pub(super) fn meanwhile_inside(&mut self, procedure: ProcedureId, node: NodeId, state: &State) {
        for method in self.inside(procedure, state) {
            let after = self.meanwhile(procedure, node, method);
            if after != node {
                self.procedure(procedure).silent(after, node);
            }
        }
    }

    /// An activation in which the tracked object was made, inside a statement of another method, has
    /// come to an end: that statement goes on. Nothing that locals alone hold comes so far.
    pub(super) fn climb_from_inside(&mut self, procedure: ProcedureId, method: MethodId) {
        let scene = self.scene;
        if self.is_over(procedure, false) {
            return;
        }
        for &around in scene.relevance.around(method) {
            let caller = self.enter(Entered {
                method: around,
                from: From::Birth,
            });
            for (block, index, _) in statements(scene.program, around) {
                if scene
                    .relevance
                    .inside(around, block, index)
                    .contains(&method)
                {
                    let at = State {
                        stage: Stage::Inside,
                        ..State::new(block, index, Facts::nothing(false))
                    };
                    self.wait_inside(procedure, caller, ENTRY, at);
                }
            }
            if scene.points_to.first_uses.before(around).contains(&method) {
                let at = State {
                    stage: Stage::Entering,
                    ..State::new(BlockId::from_raw(0), 0, Facts::nothing(false))
                };
                self.wait_inside(procedure, caller, ENTRY, at);
            }
        }
    }
}
