//! The events at the moments of a body, of a call, and of a read or write.

use date::graph::Occurrence;
use date::ids::{GeneratorId, NodeId, ProcedureId};
use date::model::When;
use ir::{BlockId, CallSiteId, LocalId, MethodId, StatementKind};

use super::explorer::Explorer;
use super::fact::Facts;
use crate::graphs::events::{Locals, values};

/// A moment of a call.
#[derive(Clone, Copy)]
pub(super) struct CallMoment {
    /// The moment.
    pub when: When,
    /// The truth value that the call gives, where it is known.
    pub result: Option<bool>,
}

impl From<When> for CallMoment {
    /// The result is not known.
    fn from(when: When) -> Self {
        CallMoment { when, result: None }
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
        moment: CallMoment,
        site: CallSiteId,
        facts: &Facts,
    ) -> NodeId {
        let CallMoment { when, result } = moment;
        let scene = self.scene;
        let call = &scene.program.calls[site];
        let Some(generators) = scene.at_calls.get(&call.point) else {
            return node;
        };
        let values = Locals::of_call(scene.program, scene.dispatch, call);
        let mut occurrences = self.occurrences(generators, when, &values, facts);

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
        when: When,
        access: Option<(&[GeneratorId], &StatementKind)>,
        facts: &Facts,
    ) -> NodeId {
        let Some((generators, statement)) = access else {
            return node;
        };
        let (scene, method) = (self.scene, self.procedure(procedure).entered.method);
        let values = Locals::of_access(scene.program, scene.dispatch, method, &values(statement));
        let occurrences = self.occurrences(generators, when, &values, facts);
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
