//! Why a method may run at all.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use ir::{
    AllocationKind, CallKind, CallSite, CallSiteId, MethodId, MethodKind, Program, StatementKind,
    Target,
};
use java_types::descriptor::Type;

use super::modelled::takes;
use super::names::{callee_name, method_name, object_name};
use super::step::{Place, Step, in_method, place_of_call, place_of_method, statements};
use super::why::Why;
use crate::classes::Classes;
use crate::classes::initializers;
use crate::constraints::AppliedModel;
use crate::effect::Effect;
use crate::members;
use crate::node::{Node, NodeId, Object, ObjectId};
use crate::openness::Opening;

impl Why<'_> {
    /// Why a method may run: a shortest chain of calls from an entry point, where methods that
    /// models call back and static initializers count as called from the place that leads there; if
    /// no entry point leads to it, from a method that runs at any time, with the reason. `None` if
    /// it is not reachable. O(program + constraints).
    pub fn reached(&self, method: MethodId) -> Option<Vec<Step>> {
        let uses = first_uses(self);
        let entry = |method: MethodId| self.entries.contains(&method).then(|| self.entry(method));
        self.search(method, &uses, entry)
            .or_else(|| self.search(method, &uses, |method| self.at_any_time(method)))
    }

    /// Goes back from a method, call by call, until `begins` knows why one runs.
    fn search(
        &self,
        method: MethodId,
        uses: &BTreeMap<MethodId, (MethodId, Place)>,
        begins: impl Fn(MethodId) -> Option<Vec<Step>>,
    ) -> Option<Vec<Step>> {
        self.flows
            .points_to
            .reachable
            .contains(&method)
            .then_some(())?;
        // Backwards and breadth first, so the first method that begins has a shortest chain.
        let mut after: BTreeMap<MethodId, Option<(MethodId, Step)>> =
            BTreeMap::from([(method, None)]);
        let mut waiting = VecDeque::from([method]);

        while let Some(next) = waiting.pop_front() {
            if let Some(mut steps) = begins(next) {
                let mut current = next;
                while let Some(Some((callee, step))) = after.get(&current) {
                    steps.push(step.clone());
                    current = *callee;
                }
                return Some(steps);
            }
            for (caller, step) in self.causes(next, uses) {
                after.entry(caller).or_insert_with(|| {
                    waiting.push_back(caller);
                    Some((next, step))
                });
            }
        }

        None
    }

    /// The methods from which `callee` is called, with the step from each.
    fn causes(
        &self,
        callee: MethodId,
        uses: &BTreeMap<MethodId, (MethodId, Place)>,
    ) -> Vec<(MethodId, Step)> {
        let program = self.flows.program;
        let name = method_name(program, callee);
        let direct = self.callers().of(callee).iter().map(|&site| {
            let caller = program.calls[site].method;
            (
                caller,
                Step::new(
                    Some(place_of_call(program, site)),
                    format!("{} calls {name}", method_name(program, caller)),
                ),
            )
        });

        let initialized = uses.get(&callee).map(|&(user, place)| {
            (
                user,
                Step::new(
                    Some(place),
                    format!(
                        "{} uses the class, so {name} runs",
                        method_name(program, user)
                    ),
                ),
            )
        });

        direct
            .chain(self.called_inside(callee))
            .chain(initialized)
            .collect()
    }

    /// The calls during or after which models call a method.
    fn called_inside(&self, callee: MethodId) -> Vec<(MethodId, Step)> {
        let inside = self
            .flows
            .constraints
            .inside
            .iter()
            .filter(|(method, _)| *method == callee);
        inside
            .filter_map(|&(_, receivers)| self.calling_model(callee, receivers))
            .collect()
    }

    /// The nearest call whose model has the receivers of a call that a model makes.
    fn calling_model(&self, callee: MethodId, receivers: NodeId) -> Option<(MethodId, Step)> {
        let (nodes, constraints) = (&self.flows.points_to.found.nodes, self.flows.constraints);
        let mut seen = std::collections::BTreeSet::from([receivers]);
        let mut waiting = VecDeque::from([receivers]);

        while let Some(node) = waiting.pop_front() {
            let found = self
                .of_one_call(callee, nodes[node])
                .or_else(|| self.of_many_calls(callee, node));
            if found.is_some() {
                return found;
            }
            let sources = constraints
                .sources(node)
                .filter(|&source| is_of_a_model(nodes[source]));
            waiting.extend(sources.filter(|&source| seen.insert(source)));
        }

        None
    }

    /// A node of a model that is applied at one call.
    fn of_one_call(&self, callee: MethodId, node: Node) -> Option<(MethodId, Step)> {
        let (_, applied) = self.flows.application(node)?;
        Some(self.calls_back(applied.site?, callee, applied))
    }

    /// A node of a model that many calls have in common: the first of those that pass something to
    /// it.
    fn of_many_calls(&self, callee: MethodId, node: NodeId) -> Option<(MethodId, Step)> {
        let (nodes, constraints) = (&self.flows.points_to.found.nodes, self.flows.constraints);
        let (_, applied) = self.flows.application(nodes[node])?;
        let mut calls = constraints
            .sources(node)
            .filter_map(|source| match nodes[source] {
                Node::Local(caller, value) => self
                    .flows
                    .call(caller, |site, call| takes(applied, site, call, value)),
                _ => None,
            });
        calls
            .next()
            .map(|site| self.calls_back(site, callee, applied))
    }

    fn calls_back(
        &self,
        site: CallSiteId,
        callee: MethodId,
        applied: &AppliedModel,
    ) -> (MethodId, Step) {
        let program = self.flows.program;
        let caller = program.calls[site].method;
        let text = format!(
            "{} calls {}, which calls back {} (library model {})",
            method_name(program, caller),
            callee_name(program, site),
            method_name(program, callee),
            applied.place
        );
        (caller, Step::new(Some(place_of_call(program, site)), text))
    }

    fn entry(&self, method: MethodId) -> Vec<Step> {
        let program = self.flows.program;
        let text = format!("{} is an entry point", method_name(program, method));
        vec![Step::new(Some(place_of_method(program, method)), text)]
    }

    /// Why a method runs at any time, if it does.
    fn at_any_time(&self, method: MethodId) -> Option<Vec<Step>> {
        let is_reflected = self.hidden.reached.during.contains_key(&method);
        if !is_reflected && !self.flows.points_to.anytime.contains(&method) {
            return None;
        }
        let callback = || self.callback(method);
        Some(
            self.opened(method)
                .or_else(callback)
                .unwrap_or_else(|| self.for_another_reason(method)),
        )
    }

    /// Reflection, monitors or the lack of entry points open its class.
    fn opened(&self, method: MethodId) -> Option<Vec<Step>> {
        let program = self.flows.program;
        let class = program.methods[method].class;
        if !self.hidden.reached.opened.contains(&class) && !self.hidden.reached.calls(method) {
            return None;
        }
        let members = |classes: &Classes| {
            classes
                .members(self.flows.dispatch, program)
                .contains(&class)
        };

        let concerns = |opening: &&Opening| match &opening.effect {
            Effect::Use(classes) => members(classes),
            Effect::Invoke(classes, name, parameters) => {
                let declared = &program.methods[method];
                name.as_ref().is_none_or(|name| *name == declared.name)
                    && parameters.may_lead_to(&declared.descriptor)
                    && members(classes)
            }
            Effect::Construct(classes, parameters) => {
                members(classes)
                    && members::constructors(program, class, parameters).contains(&method)
            }
            Effect::Initialize(classes) => {
                program.methods[method].kind == MethodKind::StaticInitializer && members(classes)
            }
            Effect::Call(called) => *called == method,
            Effect::Make(_) | Effect::Share(..) | Effect::Access(_) => false,
        };

        let name = method_name(program, method);
        let step = match self
            .hidden
            .openings
            .iter()
            .chain(&self.hidden.named)
            .find(concerns)
        {
            Some(opening) => Step::new(
                opening.place,
                format!("{}: {}", opening.sentence(program), opening.reason),
            ),
            None => Step::new(
                None,
                "called by reflection, a framework or the code of a property".to_owned(),
            ),
        };

        let when = if self.flows.points_to.anytime.contains(&method) {
            "at any time"
        } else {
            "during that call"
        };
        let runs = Step::new(
            Some(place_of_method(program, method)),
            format!("so {name} may run {when}"),
        );
        Some(vec![step, runs])
    }

    /// The library has an object on which it calls the method.
    fn callback(&self, method: MethodId) -> Option<Vec<Step>> {
        let program = self.flows.program;
        let object = self.called_back_on(method)?;
        let chain = self.chain(Node::Library, object)?;
        let mut steps = self.steps(&chain, object);
        let (object, _) = object_name(program, self.flows.points_to, object);
        let name = method_name(program, method);
        let text = if object == name {
            format!("so the library may call {name} at any time")
        } else {
            format!("so the library may call {name} on {object} at any time")
        };
        steps.push(Step::new(Some(place_of_method(program, method)), text));
        Some(steps)
    }

    /// The first object that has escaped and on which the library may call the method.
    fn called_back_on(&self, method: MethodId) -> Option<ObjectId> {
        let (program, points_to) = (self.flows.program, self.flows.points_to);
        let escaped = points_to.held(Node::Library).iter().map(ObjectId::from_raw);
        let may_run = |&object: &ObjectId| {
            let calls_back =
                |class: &Arc<str>| self.flows.dispatch.callbacks(class).contains(&method);
            let Object::Allocated(allocation) = points_to.object(object) else {
                return false;
            };
            match (
                &program.allocations[allocation].kind,
                &program.allocations[allocation].ty,
            ) {
                (
                    AllocationKind::Functional {
                        interface,
                        markers,
                        body,
                        ..
                    },
                    _,
                ) => *body == method || calls_back(interface) || markers.iter().any(calls_back),
                (AllocationKind::Instance, Type::Class(name)) => calls_back(name),
                _ => false,
            }
        };

        escaped.into_iter().find(may_run)
    }

    fn for_another_reason(&self, method: MethodId) -> Vec<Step> {
        let program = self.flows.program;
        let name = method_name(program, method);
        let why = match program.methods[method].kind {
            MethodKind::StaticInitializer => "when its class is first used",
            _ if &*program.methods[method].name == "finalize" => "when its object is collected",
            _ => "since code without sources may call it",
        };
        vec![Step::new(
            Some(place_of_method(program, method)),
            format!("{name} runs at any time, {why}"),
        )]
    }
}

fn is_of_a_model(node: Node) -> bool {
    node.is_of_a_model() || matches!(node, Node::Part(..))
}

/// For each static initializer the first place of a reachable method that uses its class or one
/// below. O(program).
fn first_uses(why: &Why<'_>) -> BTreeMap<MethodId, (MethodId, Place)> {
    let program = why.flows.program;
    let mut uses = BTreeMap::new();
    for &method in &why.flows.points_to.reachable {
        for statement in statements(program, method) {
            let Some(class) = used_class(program, &statement.kind) else {
                continue;
            };
            let place = match statement.kind {
                StatementKind::Call(site) => place_of_call(program, site),
                _ => in_method(program, method, statement.span),
            };
            let initializers = why
                .flows
                .dispatch
                .class(class)
                .map(|c| initializers(program, why.flows.dispatch, c));
            for initializer in initializers
                .into_iter()
                .flatten()
                .filter(|&initializer| initializer != method)
            {
                uses.entry(initializer).or_insert((method, place));
            }
        }
    }

    uses
}

/// The class whose initialization a statement may trigger (JLS 12.4.1).
fn used_class<'p>(program: &'p Program, statement: &'p StatementKind) -> Option<&'p str> {
    match statement {
        StatementKind::Load {
            object: None,
            field,
            ..
        }
        | StatementKind::Store {
            object: None,
            field,
            ..
        } => Some(&field.owner),
        StatementKind::Allocate { site, .. } => match &program.allocations[*site].ty {
            Type::Class(name) => Some(name),
            _ => None,
        },
        StatementKind::Call(site) => match &program.calls[*site] {
            CallSite {
                kind: CallKind::Static,
                target: Target::Resolved(callee),
                ..
            } => Some(&callee.owner),
            _ => None,
        },
        _ => None,
    }
}
