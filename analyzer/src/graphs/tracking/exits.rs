//! The exits of an activation, and the states in which its callers go on behind them.

use date::graph::ENTRY;
use date::ids::{NodeId, ProcedureId};
use date::model::When;
use ir::{Block, BlockId, CallSiteId, CallSyntax, LocalId, MethodId, StatementKind};

use super::explorer::Explorer;
use super::fact::Facts;
use super::moments::Moment;
use super::procedure::{Entered, Exit, From, Stage, State, Waiting};
use super::statement::statements;
use crate::graphs::outcomes::branches;

impl Explorer<'_> {
    pub(super) fn return_from(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        value: Option<LocalId>,
        facts: &Facts,
    ) {
        let node = self.body_events(procedure, node, When::Returning, value, facts);
        let value = value.and_then(|local| facts.of(local));
        self.leave(
            procedure,
            node,
            Exit {
                normal: true,
                value,
                born: facts.born,
            },
        );
    }

    /// An exception in `block`: to each handler that may fit, or out.
    pub(super) fn throw(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        block: &Block,
        facts: &Facts,
    ) {
        let method = self.procedure(procedure).entered.method;
        for handler in &block.handlers {
            // A caught value comes from anywhere: it may be the tracked object.
            for facts in self.split_facts(method, Some(handler.exception), facts) {
                self.go(procedure, node, State::new(handler.target, 0, facts));
            }
            if handler.catches_all() {
                return;
            }
        }

        let node = self.body_events(procedure, node, When::Throwing, None, facts);
        self.leave(
            procedure,
            node,
            Exit {
                normal: false,
                value: None,
                born: facts.born,
            },
        );
    }

    fn leave(&mut self, procedure: ProcedureId, node: NodeId, exit: Exit) {
        if self.is_over(procedure, exit.value.is_some()) {
            return;
        }
        let exploring = self.procedure(procedure);
        let (target, new) = exploring.exit(exit);
        exploring.silent(node, target);

        // Behind an exit that is known the callers have gone on.
        let Some(position) = new else { return };
        let Entered { method, from } = exploring.entered.clone();
        for waiting in exploring.waiting.clone() {
            self.resume(&waiting, position, exit);
        }

        // An activation that is followed from a birth on was not called from here, so its callers
        // are sought when it first ends.
        if from == From::Birth && position == 0 {
            self.climb(procedure, method);
        }
    }

    /// The activation of a method in which the tracked object was made has come to an end: its
    /// callers go on.
    fn climb(&mut self, procedure: ProcedureId, method: MethodId) {
        let scene = self.scene;
        for &site in scene.relevance.calls_of(method) {
            let call = &scene.program.calls[site];
            let is_handed_on = call
                .result
                .is_some_and(|result| self.may_hold(call.method, result));
            if self.is_over(procedure, is_handed_on) {
                continue;
            }
            // The caller is followed from this call on: before, nothing has happened to the object.
            let caller = self.enter(Entered {
                method: call.method,
                from: From::Birth,
            });
            for (block, index, statement) in statements(scene.program, call.method) {
                if matches!(statement, StatementKind::Call(other) if *other == site) {
                    let at = State::new(block, index, Facts::nothing(false));
                    self.wait_for(procedure, caller, ENTRY, at);
                }
            }
        }
        self.climb_from_inside(procedure, method);
    }

    /// A call edge from `node`, in a state of the caller; it goes on behind each exit that the
    /// callee has or finds.
    pub(super) fn wait_for(
        &mut self,
        callee: ProcedureId,
        caller: ProcedureId,
        node: NodeId,
        state: State,
    ) {
        self.wait(callee, caller, node, (state, false));
    }

    /// The same for a callee that runs inside the statement: it is still running behind it.
    pub(super) fn wait_inside(
        &mut self,
        callee: ProcedureId,
        caller: ProcedureId,
        node: NodeId,
        state: State,
    ) {
        self.wait(callee, caller, node, (state, true));
    }

    fn wait(
        &mut self,
        callee: ProcedureId,
        caller: ProcedureId,
        node: NodeId,
        (state, is_inside): (State, bool),
    ) {
        let edge = self.procedure(caller).call(node, callee);
        let waiting = Waiting {
            caller,
            edge,
            state,
            is_inside,
        };
        self.procedure(callee).waiting.push(waiting.clone());
        for (position, exit) in self.procedure(callee).exits().into_iter().enumerate() {
            self.resume(&waiting, position, exit);
        }
    }

    /// A callee has found an exit: go on behind the call.
    fn resume(&mut self, waiting: &Waiting, position: usize, exit: Exit) {
        let state = &waiting.state;
        let node = self.procedure(waiting.caller).fresh();
        self.procedure(waiting.caller)
            .set_return(waiting.edge, position, node);
        let mut facts = state.facts.clone();
        // The callee may have made the object.
        facts.born = exit.born;

        if waiting.is_inside {
            return self.resume_inside(waiting, node, exit, facts);
        }
        let Some(site) = self.site_at(waiting.caller, state) else {
            return;
        };
        let call = &self.scene.program.calls[site];
        if exit.normal {
            let facts = match call.result {
                Some(result) => facts.with(
                    result,
                    exit.value.filter(|_| self.may_hold(call.method, result)),
                ),
                None => facts,
            };
            self.return_to(waiting.caller, node, state, site, facts);
        } else {
            self.throw_from_call(waiting.caller, node, state, site, facts);
        }
    }

    /// A callee inside a statement has come to an end: the statement is still running, or ends with
    /// the exception of a static initializer.
    fn resume_inside(&mut self, waiting: &Waiting, node: NodeId, exit: Exit, facts: Facts) {
        let (caller, state) = (waiting.caller, &waiting.state);
        let site = self.site_at(caller, state);
        if exit.normal || site.is_some_and(|site| self.is_caught_inside(site)) {
            let state = State {
                facts,
                ..state.clone()
            };
            return self.go(caller, node, state);
        }

        match site {
            // Before an entry point there is no handler.
            _ if state.stage == Stage::Entering => {}
            Some(site) => self.throw_from_call(caller, node, state, site, facts),
            None => {
                let method = self.procedure(caller).entered.method;
                if let Some(body) = &self.scene.program.methods[method].body {
                    self.throw(caller, node, &body.blocks[state.block], &facts);
                }
            }
        }
    }

    /// Returns whether a call may catch what the methods that it calls back throw, and go on. Library
    /// code does: `PrintStream` catches what the stream below it throws, `AbstractMap.equals` what the
    /// `equals` of a value throws. That it hands the exception on is one of the ways to go on.
    fn is_caught_inside(&self, site: CallSiteId) -> bool {
        let during = self.scene.points_to.during.get(&site);
        during.is_some_and(|methods| !methods.is_empty())
    }

    fn site_at(&mut self, procedure: ProcedureId, state: &State) -> Option<CallSiteId> {
        let method = self.procedure(procedure).entered.method;
        let body = self.scene.program.methods[method].body.as_ref()?;
        match body.blocks[state.block].statements.get(state.index)?.kind {
            StatementKind::Call(site) => Some(site),
            _ => None,
        }
    }

    pub(super) fn return_to(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        state: &State,
        site: CallSiteId,
        facts: Facts,
    ) {
        let program = self.scene.program;
        // The constructor above has returned, so the body of this one begins (JLS 12.5).
        let node = match program.points[program.calls[site].point].syntax {
            CallSyntax::ConstructorInvocation => {
                self.body_events(procedure, node, When::Before, None, &facts)
            }
            _ => node,
        };

        // If the program branches on the result at once, and events depend on it, each branch knows
        // the result.
        if let Some(targets) = self.known_results(procedure, state, site) {
            for (block, result) in targets.into_iter().zip([false, true]) {
                let node = self.call_events(
                    procedure,
                    node,
                    Moment {
                        when: When::Returning,
                        result: Some(result),
                        is_on_null: false,
                    },
                    site,
                    &facts,
                );
                self.go(procedure, node, State::new(block, 0, facts.clone()));
            }
            return;
        }

        let node = self.call_events(procedure, node, When::Returning.into(), site, &facts);
        self.go(
            procedure,
            node,
            State::new(state.block, state.index + 1, facts),
        );
    }

    /// The blocks in which the program goes on if the call's result is false, and if it is true: where
    /// that tells events apart.
    fn known_results(
        &mut self,
        procedure: ProcedureId,
        state: &State,
        site: CallSiteId,
    ) -> Option<[BlockId; 2]> {
        let scene = self.scene;
        let generators = scene.at_calls.get(&scene.program.calls[site].point)?;
        let method = self.procedure(procedure).entered.method;
        let body = scene.program.methods[method]
            .body
            .as_ref()
            .filter(|_| scene.outcomes.has_any(generators))?;
        branches(scene.program, body, state.block, state.index, site)
    }

    pub(super) fn throw_from_call(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        state: &State,
        site: CallSiteId,
        facts: Facts,
    ) {
        let method = self.procedure(procedure).entered.method;
        let program = self.scene.program;
        let Some(body) = &program.methods[method].body else {
            return;
        };
        let node = self.call_events(procedure, node, When::Throwing.into(), site, &facts);
        self.throw(procedure, node, &body.blocks[state.block], &facts);
    }

    /// A call on `null` throws before a callee begins.
    pub(super) fn call_on_null(
        &mut self,
        procedure: ProcedureId,
        mut node: NodeId,
        state: &State,
        site: CallSiteId,
    ) {
        let (program, method) = (self.scene.program, self.method_of(procedure));
        let Some(body) = &program.methods[method].body else {
            return;
        };
        for when in [When::Before, When::Throwing] {
            let moment = Moment::on_null(when);
            node = self.call_events(procedure, node, moment, site, &state.facts);
        }
        self.throw(procedure, node, &body.blocks[state.block], &state.facts);
    }
}
