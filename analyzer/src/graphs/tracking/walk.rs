//! One step of the exploration: from a state to the next calls, splits and block ends.

use date::ids::{GeneratorId, NodeId, ProcedureId};
use date::model::When;
use ir::{Block, BlockId, StatementKind, Terminator};

use super::explorer::Explorer;
use super::fact::Facts;
use super::moments::Moment;
use super::procedure::{Stage, State};
use super::statement::{Effect, may_throw};

/// The events of a read or write, with the statement that reads or writes.
type Access<'a> = Option<(&'a [GeneratorId], &'a StatementKind)>;

/// The end of the path that a step has followed.
struct Path {
    node: NodeId,
    facts: Facts,
    /// The facts with which an exception has left `node` already.
    thrown: Option<Facts>,
}

impl Path {
    fn new(node: NodeId, facts: Facts) -> Self {
        Path {
            node,
            facts,
            thrown: None,
        }
    }

    /// Moves on to `node`, which no exception has left if it is another one.
    fn move_to(&mut self, node: NodeId) {
        if node != self.node {
            (self.node, self.thrown) = (node, None);
        }
    }
}

impl Explorer<'_> {
    /// Runs from a state to the next point where paths part.
    pub(super) fn walk(&mut self, procedure: ProcedureId, node: NodeId, state: State) {
        let method = self.procedure(procedure).entered.method;
        let program = self.scene.program;
        let Some(body) = &program.methods[method].body else {
            return;
        };
        let (at, first, stage) = (state.block, state.index, state.stage);
        let block = &body.blocks[at];
        if stage == Stage::Entering {
            let before = self.run_before(method);
            self.run_inside(procedure, node, &state, &before);
            return self.begin_body(procedure, node, &state.facts);
        }
        if stage == Stage::Inside {
            self.follow_inside(procedure, node, &state);
        }
        let mut path = Path::new(node, state.facts);

        for (index, statement) in block.statements.iter().enumerate().skip(first) {
            let statement = &statement.kind;
            let access = self
                .access_at(method, at, index)
                .map(|generators| (generators, statement));
            let has_begun = stage == Stage::Inside && index == first;
            if !has_begun {
                // Events before the statement, and an exception of it, come before its effect.
                self.reach(procedure, block, statement, access, &mut path);
                if !matches!(statement, StatementKind::Call(_))
                    && let Some(inside) = self.step_inside(procedure, at, index, &path)
                {
                    return self.go(procedure, path.node, inside);
                }
            } else if may_throw(statement) {
                self.throw(procedure, path.node, block, &path.facts);
            }
            match self.effect(method, statement, &path.facts) {
                Effect::Now(facts) => self.pass(procedure, access, facts, &mut path),
                Effect::Split(choices) => {
                    let index = index + 1;
                    let states = choices
                        .into_iter()
                        .map(|facts| State::new(at, index, facts));
                    return self.part(procedure, path.node, access, states);
                }
                Effect::Call(site) => {
                    let stage = if has_begun { stage } else { Stage::Before };
                    let state = State {
                        stage,
                        ..State::new(at, index, path.facts)
                    };
                    return self.call(procedure, path.node, state, site);
                }
            }
        }

        self.terminate(procedure, path.node, block, path.facts);
    }

    /// The state inside a statement that is no call, where methods run in it that are followed.
    fn step_inside(
        &mut self,
        procedure: ProcedureId,
        block: BlockId,
        index: usize,
        path: &Path,
    ) -> Option<State> {
        let method = self.procedure(procedure).entered.method;
        if self.scene.relevance.inside(method, block, index).is_empty() {
            return None;
        }
        let state = State {
            stage: Stage::Inside,
            ..State::new(block, index, path.facts.clone())
        };
        self.meanwhile_inside(procedure, path.node, &state);
        (!self.runs_nothing_inside(procedure, &state)).then_some(state)
    }

    /// The events before a statement, and the exception that it may throw.
    fn reach(
        &mut self,
        procedure: ProcedureId,
        block: &Block,
        statement: &StatementKind,
        access: Access<'_>,
        path: &mut Path,
    ) {
        if access.is_some_and(|access| self.may_be_on_null_at(procedure, access, &path.facts)) {
            let moment = Moment::on_null(When::Before);
            let node = self.access_events(procedure, path.node, moment, access, &path.facts);
            self.throw(procedure, node, block, &path.facts);
        }
        let node = self.access_events(procedure, path.node, When::Before, access, &path.facts);
        path.move_to(node);
        if may_throw(statement) && path.thrown.as_ref() != Some(&path.facts) {
            self.throw(procedure, path.node, block, &path.facts);
            path.thrown = Some(path.facts.clone());
        }
    }

    /// The events behind a statement after which `facts` hold.
    fn pass(&mut self, procedure: ProcedureId, access: Access<'_>, facts: Facts, path: &mut Path) {
        let node = self.access_events(procedure, path.node, When::Returning, access, &facts);
        path.move_to(node);
        path.facts = facts;
    }

    /// Goes on in each of the states behind a statement, after its events there.
    fn part(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        access: Access<'_>,
        states: impl Iterator<Item = State>,
    ) {
        for state in states {
            let facts = &state.facts;
            let node = self.access_events(procedure, node, When::Returning, access, facts);
            self.go(procedure, node, state);
        }
    }

    fn terminate(&mut self, procedure: ProcedureId, node: NodeId, block: &Block, facts: Facts) {
        match &block.terminator {
            Terminator::Goto(target) => self.go(procedure, node, State::new(*target, 0, facts)),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                // Conditions are not followed: a path goes on either way.
                for &target in [then, otherwise] {
                    self.go(procedure, node, State::new(target, 0, facts.clone()));
                }
            }
            Terminator::Switch { targets, .. } => {
                for &target in targets {
                    self.go(procedure, node, State::new(target, 0, facts.clone()));
                }
            }
            Terminator::Return(value) => self.return_from(procedure, node, *value, &facts),
            Terminator::Throw(_) => self.throw(procedure, node, block, &facts),
            Terminator::Unreachable => {}
        }
    }
}
