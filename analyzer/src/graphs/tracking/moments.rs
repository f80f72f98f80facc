//! The events at the moments of a body, of a call, and of a read or write.

use date::graph::{Certainty, Occurrence};
use date::ids::{GeneratorId, NodeId, ProcedureId};
use date::model::When;
use ir::{BlockId, CallSiteId, LocalId, MethodId, StatementKind};

use super::explorer::Explorer;
use super::fact::{Fact, Facts};
use crate::graphs::events::{Locals, Source, values};

/// A moment of a call, read or write.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// The moment.
    pub when: When,
    /// The truth value that the call gives, where it is known.
    pub result: Option<bool>,
    /// True if the receiver is `null`: then no event happens that asks for a target.
    pub is_on_null: bool,
}

impl Moment {
    /// The moment at a call on `null`.
    pub fn on_null(when: When) -> Self {
        Moment {
            is_on_null: true,
            ..when.into()
        }
    }
}

impl From<When> for Moment {
    /// The result is not known, and the receiver is an object.
    fn from(when: When) -> Self {
        Moment {
            when,
            result: None,
            is_on_null: false,
        }
    }
}

impl<'a> Explorer<'a> {
    /// The events at one moment of the procedure's own body.
    pub(super) fn body_events(
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
        let occurrences = self.occurrences(generators, when, &values, facts);

        self.procedure(procedure).chain(node, &occurrences)
    }

    /// The events of one moment at a call, whose result may be known.
    pub(super) fn call_events(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        moment: Moment,
        site: CallSiteId,
        facts: &Facts,
    ) -> NodeId {
        let Moment {
            when,
            result,
            is_on_null,
        } = moment;
        let scene = self.scene;
        let call = &scene.program.calls[site];
        let Some(generators) = scene.at_calls.get(&call.point) else {
            return node;
        };
        let values = Locals::of_call(scene.program, scene.dispatch, call);
        let mut occurrences = self.occurrences(generators, when, &values, facts);
        occurrences.retain(|of| !is_on_null || !self.may_lack_target(of));

        // If the answer is yes, another object gives it.
        let is_denied = |of: &Occurrence| scene.denied.contains(of.generator.raw());
        occurrences.retain(|of| result != Some(true) || !is_denied(of));
        for of in &mut occurrences {
            if let Some(result) = result.or(is_denied(of).then_some(false)) {
                *of = scene.outcomes.known(*of, result);
            }
        }

        self.procedure(procedure).chain(node, &occurrences)
    }

    /// Returns whether a call may be on `null`, where events that the object is sure to hear otherwise
    /// do not happen.
    pub(super) fn may_be_on_null(&self, site: CallSiteId, facts: &Facts) -> bool {
        let scene = self.scene;
        let call = &scene.program.calls[site];
        let values = Locals::of_call(scene.program, scene.dispatch, call);
        let generators = scene.at_calls.get(&call.point);
        generators.is_some_and(|generators| self.may_lack_targets(generators, &values, facts))
    }

    /// The same for a read or write.
    pub(super) fn may_be_on_null_at(
        &mut self,
        procedure: ProcedureId,
        (generators, statement): (&[GeneratorId], &StatementKind),
        facts: &Facts,
    ) -> bool {
        let (scene, method) = (self.scene, self.procedure(procedure).entered.method);
        let values = Locals::of_access(scene.program, scene.dispatch, method, &values(statement));
        self.may_lack_targets(generators, &values, facts)
    }

    /// Returns whether one of these generators is sure unless its target is `null`, which it may be.
    /// The tracked object is not.
    fn may_lack_targets(
        &self,
        generators: &[GeneratorId],
        values: &Locals<'_>,
        facts: &Facts,
    ) -> bool {
        let is_tracked = values
            .get(Source::Receiver)
            .is_some_and(|receiver| facts.of(receiver) == Some(Fact::Is));
        let is_lost = |of: &Occurrence| of.certainty == Certainty::Sure && self.may_lack_target(of);
        !is_tracked
            && [When::Before, When::Throwing].into_iter().any(|when| {
                let occurrences = self.occurrences(generators, when, values, facts);
                occurrences.iter().any(is_lost)
            })
    }

    fn may_lack_target(&self, of: &Occurrence) -> bool {
        self.scene.notifications[of.generator].may_lack_target
    }

    /// The generators at a statement that reads or writes a field.
    pub(super) fn access_at(
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
    pub(super) fn access_events(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        moment: impl Into<Moment>,
        access: Option<(&[GeneratorId], &StatementKind)>,
        facts: &Facts,
    ) -> NodeId {
        let Some((generators, statement)) = access else {
            return node;
        };
        let (scene, method) = (self.scene, self.procedure(procedure).entered.method);
        let values = Locals::of_access(scene.program, scene.dispatch, method, &values(statement));
        let moment = moment.into();
        let mut occurrences = self.occurrences(generators, moment.when, &values, facts);
        occurrences.retain(|of| !moment.is_on_null || !self.may_lack_target(of));
        self.procedure(procedure).chain(node, &occurrences)
    }

    /// The occurrences of these generators at one moment, for the tracked object.
    fn occurrences(
        &self,
        generators: &[GeneratorId],
        when: When,
        values: &Locals<'_>,
        facts: &Facts,
    ) -> Vec<Occurrence> {
        self.scene.occurrences(
            self.tracked,
            generators,
            &self.concerning,
            when,
            values,
            facts,
        )
    }
}
