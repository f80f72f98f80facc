//! Calls: the callees that are entered, and the results of those that are not.

use std::collections::BTreeSet;

use date::ids::{NodeId, ProcedureId};
use date::model::When;
use ir::{CallSiteId, MethodId};
use points_to::Callee;

use super::explorer::Explorer;
use super::fact::{Fact, Facts};
use super::procedure::{Entered, From, Stage, State};
use super::statement::is_handed;

impl Explorer<'_> {
    pub(super) fn call(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        state: State,
        site: CallSiteId,
    ) {
        if state.stage == Stage::Inside {
            return self.run_call(procedure, node, state, site);
        }

        if self.may_be_on_null(site, &state.facts) {
            self.call_on_null(procedure, node, &state, site);
        }
        // An event before the call has happened even if the call then throws.
        let node = self.call_events(procedure, node, When::Before.into(), site, &state.facts);
        if self.runs_nothing_inside(procedure, &state) {
            return self.run_call(procedure, node, state, site);
        }
        let inside = State {
            stage: Stage::Inside,
            ..state
        };
        self.go(procedure, node, inside);
    }

    /// The rest of a call, behind what runs inside it.
    fn run_call(
        &mut self,
        procedure: ProcedureId,
        mut node: NodeId,
        state: State,
        site: CallSiteId,
    ) {
        let scene = self.scene;
        let call = &scene.program.calls[site];
        self.meanwhile_inside(procedure, node, &state);
        // A call of which no target is known may run code without sources.
        let no_target = BTreeSet::from([Callee::Library]);
        let targets = scene.points_to.targets.get(&site).unwrap_or(&no_target);
        let mut followed = Vec::new();

        for callee in targets {
            let Callee::Method(method) = *callee else {
                continue;
            };
            let entries = self.facts_on_entry(&state, site, method);
            if self.is_followed(call, method, &entries) {
                followed.push((method, entries))
            } else {
                node = self.meanwhile(procedure, node, method)
            }
        }

        // Every call may throw before a callee begins: for a null receiver, or for want of stack.
        self.throw_from_call(procedure, node, &state, site, state.facts.clone());
        if followed.len() < targets.len() {
            self.pass_by(procedure, node, &state, site);
        }

        for (method, entries) in followed {
            for facts in entries {
                let callee = self.enter(Entered {
                    method,
                    from: From::Beginning(facts),
                });
                self.wait_for(callee, procedure, node, state.clone());
            }
        }
    }

    /// A call of code in which nothing happens to the tracked object.
    fn pass_by(&mut self, procedure: ProcedureId, node: NodeId, state: &State, site: CallSiteId) {
        let call = &self.scene.program.calls[site];
        let after = match (self.makes_tracked(site), call.result) {
            (true, Some(result)) => self.made(call, result, &state.facts),
            // Code that was handed the object may give it back.
            (false, Some(result))
                if is_handed(call, &state.facts) && self.may_hold(call.method, result) =>
            {
                let after = |fact| state.facts.clone().with(result, fact);
                vec![after(Some(Fact::Is)), after(None)]
            }
            _ => self.split_facts(call.method, call.result, &state.facts),
        };
        for facts in after {
            self.return_to(procedure, node, state, site, facts);
        }
    }

    /// The facts of a callee about its parameters. Captured values of a functional body are guessed.
    fn facts_on_entry(&self, state: &State, site: CallSiteId, method: MethodId) -> Vec<Facts> {
        let scene = self.scene;
        let call = &scene.program.calls[site];
        let Some(body) = &scene.program.methods[method].body else {
            return Vec::new();
        };
        // The arguments of a body stand behind its receiver, or behind the values that a functional
        // body captures.
        let first = scene.dispatch.first_argument(method);
        let mut facts = Facts::nothing(state.facts.born);
        let receiver = call
            .receiver
            .filter(|_| scene.dispatch.has_receiver(method))
            .zip(body.parameters.first());

        let arguments = call
            .arguments
            .iter()
            .copied()
            .zip(body.parameters.iter().skip(first));

        for (argument, &parameter) in receiver.into_iter().chain(arguments) {
            if self.may_hold(method, parameter) {
                facts = facts.with(parameter, state.facts.of(argument));
            }
        }

        let captured = !scene.dispatch.has_receiver(method) && first > 0;
        if captured {
            self.guess_captured(method, first, &facts)
        } else {
            vec![facts]
        }
    }

    fn guess_captured(&self, method: MethodId, captured: usize, facts: &Facts) -> Vec<Facts> {
        let Some(body) = &self.scene.program.methods[method].body else {
            return Vec::new();
        };
        let passed = body.parameters.iter().skip(captured).copied();
        let kept: Vec<_> = passed
            .map(|parameter| (parameter, facts.of(parameter)))
            .collect();
        let guesses = self.guess_parameters(method, 0, facts);
        // All parameters are guessed, so those that the call passes get their facts back.
        let restored = guesses.into_iter().map(|guess| {
            kept.iter().fold(guess, |guess, &(parameter, fact)| {
                guess.with(parameter, fact)
            })
        });

        let mut restored: Vec<Facts> = restored.collect();
        restored.sort();
        restored.dedup();
        restored
    }
}
