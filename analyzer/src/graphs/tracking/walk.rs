//! One step of the exploration: from a state to the next calls, splits and block ends.

use date::graph::ENTRY;
use date::ids::{GeneratorId, NodeId, ProcedureId};
use date::model::When;
use ir::{
    AllocationId, ArithmeticKind, Block, BlockId, CallSite, CallSiteId, CallSyntax, LocalId,
    MethodId, Program, StatementKind, Terminator,
};

use super::concern::Tracked;
use super::explorer::Explorer;
use super::fact::{Fact, Facts};
use super::procedure::{Entered, Exit, From, State, Waiting};
use crate::graphs::events::{Locals, values};
use crate::graphs::outcomes::branches;
use points_to::{Callee, Novelty, Object, ObjectId};

/// What a statement does to the facts.
enum Effect {
    /// They are these now.
    Now(Facts),
    /// One of these.
    Split(Vec<Facts>),
    /// A call.
    Call(CallSiteId),
}

impl<'a> Explorer<'a> {
    /// The events at the beginning of a body, and its first state. The body of a constructor begins
    /// when the constructor that it calls has returned ([`Explorer::return_to`]).
    pub(super) fn begin(&mut self, procedure: ProcedureId, facts: &Facts) {
        let method = self.procedure(procedure).entered.method;
        let node = match &*self.scene.program.methods[method].name {
            "<init>" => ENTRY,
            _ => self.body_events(procedure, ENTRY, When::Before, None, facts),
        };
        let block = BlockId::from_raw(0);

        self.go(
            procedure,
            node,
            State {
                block,
                index: 0,
                facts: facts.clone(),
            },
        );
    }

    /// The states just after a statement of the body has made the tracked object.
    pub(super) fn begin_at_births(&mut self, procedure: ProcedureId, method: MethodId) {
        let Tracked::Object(object) = self.tracked else {
            return;
        };
        let allocation = self.scene.points_to.object(object).allocation();

        for (block, index, statement) in statements(self.scene.program, method) {
            match statement {
                StatementKind::Allocate { target, site } if Some(*site) == allocation => {
                    self.go(
                        procedure,
                        ENTRY,
                        State {
                            block,
                            index: index + 1,
                            facts: Facts::newborn(*target),
                        },
                    );
                }
                StatementKind::Call(site) if self.makes_tracked(*site) => {
                    let Some(result) = self.scene.program.calls[*site].result else {
                        continue;
                    };
                    let at = State {
                        block,
                        index,
                        facts: Facts::nothing(false),
                    };
                    self.return_to(procedure, ENTRY, &at, *site, Facts::newborn(result));
                }
                _ => {}
            }
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
            let caller = self.enter(Entered {
                method: call.method,
                from: From::Birth,
            });
            for (block, index, statement) in statements(scene.program, call.method) {
                if matches!(statement, StatementKind::Call(other) if *other == site) {
                    self.wait_for(
                        procedure,
                        caller,
                        ENTRY,
                        State {
                            block,
                            index,
                            facts: Facts::nothing(false),
                        },
                    );
                }
            }
        }
    }

    /// Runs from a state to the next point where paths part.
    pub(super) fn walk(&mut self, procedure: ProcedureId, node: NodeId, state: State) {
        let method = self.procedure(procedure).entered.method;
        let program = self.scene.program;
        let Some(body) = &program.methods[method].body else {
            return;
        };
        let block = &body.blocks[state.block];
        let State {
            block: at,
            index: start,
            mut facts,
        } = state;

        let (mut node, mut thrown): (NodeId, Option<Facts>) = (node, None);
        for (index, statement) in block.statements.iter().enumerate().skip(start) {
            let access = self
                .access_at(method, at, index)
                .map(|generators| (generators, &statement.kind));
            let before = self.access_events(procedure, node, When::Before, access, &facts);
            if before != node {
                (node, thrown) = (before, None);
            }
            if may_throw(&statement.kind) && thrown.as_ref() != Some(&facts) {
                self.throw(procedure, node, block, &facts);
                thrown = Some(facts.clone());
            }
            match self.effect(method, &statement.kind, &facts) {
                Effect::Now(next) => {
                    let after = self.access_events(procedure, node, When::Returning, access, &next);
                    if after != node {
                        (node, thrown) = (after, None);
                    }
                    facts = next;
                }
                Effect::Split(choices) => {
                    for facts in choices {
                        let node =
                            self.access_events(procedure, node, When::Returning, access, &facts);
                        self.go(
                            procedure,
                            node,
                            State {
                                block: at,
                                index: index + 1,
                                facts,
                            },
                        );
                    }
                    return;
                }
                Effect::Call(site) => {
                    return self.call(
                        procedure,
                        node,
                        State {
                            block: at,
                            index,
                            facts,
                        },
                        site,
                    );
                }
            }
        }

        self.terminate(procedure, node, block, facts);
    }

    /// The generators at a statement that reads or writes a field.
    fn access_at(
        &self,
        method: MethodId,
        block: BlockId,
        index: usize,
    ) -> Option<&'a [GeneratorId]> {
        let scene = self.scene;
        if scene.at_accesses.is_empty() {
            return None;
        }
        let access = scene.sites.accesses.at(method, block, index)?;
        scene.at_accesses.get(&access).map(Vec::as_slice)
    }

    /// The events of one moment at a read or write.
    fn access_events(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        when: When,
        access: Option<(&[GeneratorId], &StatementKind)>,
        facts: &Facts,
    ) -> NodeId {
        let Some((generators, statement)) = access else {
            return node;
        };
        let (scene, method) = (self.scene, self.procedure(procedure).entered.method);
        let values = Locals::of_access(scene.program, scene.dispatch, method, &values(statement));
        let occurrences = scene.occurrences(
            self.tracked,
            generators,
            &self.concerning,
            when,
            &values,
            facts,
        );
        self.procedure(procedure).chain(node, &occurrences)
    }

    fn effect(&self, method: MethodId, statement: &StatementKind, facts: &Facts) -> Effect {
        let cleared = |target: LocalId| Effect::Now(facts.clone().with(target, None));
        match statement {
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => {
                Effect::Now(facts.clone().with(*target, facts.of(*source)))
            }
            StatementKind::Load { target, .. } | StatementKind::ArrayLoad { target, .. } => {
                self.split(method, *target, facts)
            }
            StatementKind::Allocate { target, site } => {
                self.allocate(method, *target, *site, facts)
            }
            StatementKind::Constant { target, .. } | StatementKind::Compute { target, .. } => {
                self.split(method, *target, facts)
            }
            StatementKind::InstanceOf { target, .. } => cleared(*target),
            StatementKind::Call(site) => Effect::Call(*site),
            StatementKind::Store { .. }
            | StatementKind::ArrayStore { .. }
            | StatementKind::Monitor { .. }
            | StatementKind::Unknown => Effect::Now(facts.clone()),
        }
    }

    /// An allocation makes the tracked object, or another one. What holds a function need not be
    /// new each time (JLS 15.27.4): other locals may hold it already.
    fn allocate(
        &self,
        method: MethodId,
        target: LocalId,
        site: AllocationId,
        facts: &Facts,
    ) -> Effect {
        let other = facts.clone().with(target, None);
        match self.tracked {
            // A text or a number, which may be one that the library gave out, or will.
            Tracked::Object(ObjectId::LIBRARY) => self.split(method, target, facts),
            Tracked::Object(object)
                if self.scene.points_to.object(object).allocation() != Some(site) =>
            {
                Effect::Now(other)
            }
            Tracked::Object(object) if self.scene.is_reused(object) => {
                Effect::Split(vec![facts.clone().with(target, Some(Fact::Is)), other])
            }
            Tracked::Object(_) if !facts.born || self.born_anywhere => {
                Effect::Split(vec![Facts::newborn(target), other])
            }
            Tracked::Object(_) | Tracked::Global => Effect::Now(other),
        }
    }

    /// Whether the tracked object is what a call of the library makes, and nobody can give it out
    /// but who holds it.
    fn makes_tracked(&self, site: CallSiteId) -> bool {
        let Tracked::Object(object) = self.tracked else {
            return false;
        };
        let points_to = self.scene.points_to;
        let made = Object::Made {
            site: Some(site),
            novelty: Novelty::Result,
        };
        points_to.object(object) == made && !points_to.is_shared(object)
    }

    /// A call that makes the tracked object gives it out now, or another one. It may also give back
    /// what it was handed: not every method that the call may run has to be the one that makes
    /// something. Nobody else holds the object ([`Explorer::makes_tracked`]), so what was not
    /// handed over does not come back.
    fn made(&self, call: &CallSite, result: LocalId, facts: &Facts) -> Vec<Facts> {
        let mut after = vec![facts.clone().with(result, None)];
        if !facts.born || self.born_anywhere {
            after.push(Facts::newborn(result));
        }
        if is_handed(call, facts) {
            after.push(facts.clone().with(result, Some(Fact::Is)));
        }
        after
    }

    /// A value of unknown origin arrives in `target`.
    fn split(&self, method: MethodId, target: LocalId, facts: &Facts) -> Effect {
        let not = facts.clone().with(target, None);
        if facts.born && self.may_arrive(method, target) {
            return Effect::Split(vec![facts.clone().with(target, Some(Fact::Is)), not]);
        }
        Effect::Now(not)
    }

    fn split_facts(&self, method: MethodId, target: Option<LocalId>, facts: &Facts) -> Vec<Facts> {
        match target.map(|target| self.split(method, target, facts)) {
            Some(Effect::Split(choices)) => choices,
            Some(Effect::Now(facts)) => vec![facts],
            Some(Effect::Call(_)) | None => vec![facts.clone()],
        }
    }

    fn terminate(&mut self, procedure: ProcedureId, node: NodeId, block: &Block, facts: Facts) {
        match &block.terminator {
            Terminator::Goto(target) => self.go(
                procedure,
                node,
                State {
                    block: *target,
                    index: 0,
                    facts,
                },
            ),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                for &target in [then, otherwise] {
                    self.go(
                        procedure,
                        node,
                        State {
                            block: target,
                            index: 0,
                            facts: facts.clone(),
                        },
                    );
                }
            }
            Terminator::Switch { targets, .. } => {
                for &target in targets {
                    self.go(
                        procedure,
                        node,
                        State {
                            block: target,
                            index: 0,
                            facts: facts.clone(),
                        },
                    );
                }
            }
            Terminator::Return(value) => self.return_from(procedure, node, *value, &facts),
            Terminator::Throw(_) => self.throw(procedure, node, block, &facts),
            Terminator::Unreachable => {}
        }
    }

    fn return_from(
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
    fn throw(&mut self, procedure: ProcedureId, node: NodeId, block: &Block, facts: &Facts) {
        let method = self.procedure(procedure).entered.method;
        for handler in &block.handlers {
            for facts in self.split_facts(method, Some(handler.exception), facts) {
                self.go(
                    procedure,
                    node,
                    State {
                        block: handler.target,
                        index: 0,
                        facts,
                    },
                );
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
        let Some(position) = new else { return };
        let Entered { method, from } = exploring.entered.clone();
        for waiting in exploring.waiting.clone() {
            self.resume(&waiting, position, exit);
        }
        if from == From::Birth && position == 0 {
            self.climb(procedure, method);
        }
    }

    /// The events at one moment of the procedure's own body.
    fn body_events(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        when: When,
        result: Option<LocalId>,
        facts: &Facts,
    ) -> NodeId {
        let method = self.procedure(procedure).entered.method;
        let scene = self.scene;
        let Some(generators) = scene.at_bodies.get(&method) else {
            return node;
        };
        let values = Locals::of_body(scene.program, scene.dispatch, method, result);
        let occurrences = scene.occurrences(
            self.tracked,
            generators,
            &self.concerning,
            when,
            &values,
            facts,
        );

        self.procedure(procedure).chain(node, &occurrences)
    }

    /// The events of one moment at a call, whose result may be known.
    fn call_events(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        (when, result): (When, Option<bool>),
        site: CallSiteId,
        facts: &Facts,
    ) -> NodeId {
        let scene = self.scene;
        let call = &scene.program.calls[site];
        let Some(generators) = scene.at_calls.get(&call.point) else {
            return node;
        };
        let values = Locals::of_call(scene.program, scene.dispatch, call);
        let mut occurrences = scene.occurrences(
            self.tracked,
            generators,
            &self.concerning,
            when,
            &values,
            facts,
        );

        if let Some(result) = result {
            occurrences
                .iter_mut()
                .for_each(|of| *of = scene.outcomes.known(*of, result));
        }

        self.procedure(procedure).chain(node, &occurrences)
    }

    fn call(&mut self, procedure: ProcedureId, node: NodeId, state: State, site: CallSiteId) {
        let scene = self.scene;
        let call = &scene.program.calls[site];
        let mut node = self.call_events(procedure, node, (When::Before, None), site, &state.facts);
        let no_target = std::collections::BTreeSet::from([Callee::Library]);
        let targets = scene.points_to.targets.get(&site).unwrap_or(&no_target);
        let mut followed = Vec::new();

        for callee in targets {
            let Callee::Method(method) = *callee else {
                continue;
            };
            let entries = self.facts_on_entry(&state, site, method);
            match self.is_followed(call, method, &entries) {
                true => followed.push((method, entries)),
                false => node = self.meanwhile(procedure, node, method),
            }
        }

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

    /// A call edge from `node`, in a state of the caller; it goes on behind each exit that the
    /// callee has or finds.
    fn wait_for(&mut self, callee: ProcedureId, caller: ProcedureId, node: NodeId, state: State) {
        let edge = self.procedure(caller).call(node, callee);
        let waiting = Waiting {
            caller,
            edge,
            state,
        };
        self.procedure(callee).waiting.push(waiting.clone());
        for (position, exit) in self.procedure(callee).exits().into_iter().enumerate() {
            self.resume(&waiting, position, exit);
        }
    }

    /// What a callee knows of its parameters. Captured values of a functional body are guessed.
    fn facts_on_entry(&self, state: &State, site: CallSiteId, method: MethodId) -> Vec<Facts> {
        let scene = self.scene;
        let call = &scene.program.calls[site];
        let Some(body) = &scene.program.methods[method].body else {
            return Vec::new();
        };
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

    /// A callee has found an exit: go on behind the call.
    fn resume(&mut self, waiting: &Waiting, position: usize, exit: Exit) {
        let state = &waiting.state;
        let Some(site) = self.site_at(waiting.caller, state) else {
            return;
        };
        let call = &self.scene.program.calls[site];
        let node = self.procedure(waiting.caller).fresh();
        self.procedure(waiting.caller)
            .set_return(waiting.edge, position, node);
        let mut facts = state.facts.clone();
        facts.born = exit.born;

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

    fn site_at(&mut self, procedure: ProcedureId, state: &State) -> Option<CallSiteId> {
        let method = self.procedure(procedure).entered.method;
        let body = self.scene.program.methods[method].body.as_ref()?;
        match body.blocks[state.block].statements.get(state.index)?.kind {
            StatementKind::Call(site) => Some(site),
            _ => None,
        }
    }

    fn return_to(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        state: &State,
        site: CallSiteId,
        facts: Facts,
    ) {
        let program = self.scene.program;
        let node = match program.points[program.calls[site].point].syntax {
            CallSyntax::ConstructorInvocation => {
                self.body_events(procedure, node, When::Before, None, &facts)
            }
            _ => node,
        };

        if let Some(targets) = self.known_results(procedure, state, site) {
            for (block, result) in targets.into_iter().zip([false, true]) {
                let node = self.call_events(
                    procedure,
                    node,
                    (When::Returning, Some(result)),
                    site,
                    &facts,
                );
                self.go(
                    procedure,
                    node,
                    State {
                        block,
                        index: 0,
                        facts: facts.clone(),
                    },
                );
            }
            return;
        }

        let node = self.call_events(procedure, node, (When::Returning, None), site, &facts);
        self.go(
            procedure,
            node,
            State {
                block: state.block,
                index: state.index + 1,
                facts,
            },
        );
    }

    /// Where the program goes on if the call's result is false, and if it is true: where that tells
    /// events apart.
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
        branches(scene.program, body, (state.block, state.index), site)
    }

    fn throw_from_call(
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
        let node = self.call_events(procedure, node, (When::Throwing, None), site, &facts);
        self.throw(procedure, node, &body.blocks[state.block], &facts);
    }
}

/// Whether a call is handed the tracked object.
fn is_handed(call: &CallSite, facts: &Facts) -> bool {
    call.receiver
        .iter()
        .chain(&call.arguments)
        .any(|&local| facts.of(local).is_some())
}

/// The statements of a method's body with their places.
fn statements(
    program: &Program,
    method: MethodId,
) -> impl Iterator<Item = (BlockId, usize, &StatementKind)> {
    let blocks = program.methods[method]
        .body
        .iter()
        .flat_map(|body| body.blocks.iter_enumerated());
    blocks.flat_map(|(id, block)| {
        block
            .statements
            .iter()
            .enumerate()
            .map(move |(index, statement)| (id, index, &statement.kind))
    })
}

/// Whether a statement other than a call may throw.
fn may_throw(statement: &StatementKind) -> bool {
    match statement {
        StatementKind::Compute { kind, .. } => {
            matches!(
                kind,
                ArithmeticKind::Divide | ArithmeticKind::Remainder | ArithmeticKind::ArrayLength
            )
        }
        StatementKind::Constant { .. }
        | StatementKind::Assign { .. }
        | StatementKind::InstanceOf { .. }
        | StatementKind::Call(_) => false,
        _ => true,
    }
}
