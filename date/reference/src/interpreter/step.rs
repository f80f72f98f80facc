//! How instances hear a letter, and how a property takes a step.

use super::instances::InstanceId;
use super::run::{Report, Seen};
use super::site::Site;
use super::{Interpreter, Judged};
use date::ids::{EventId, StateId, TransitionId};
use date::model::{StateKind, Transition};

impl Interpreter<'_> {
    /// The instance's properties hear the letter in their order, then its existing inner instances
    /// do.
    pub(super) fn deliver(&mut self, id: InstanceId, letter: &[EventId]) -> Judged<()> {
        let context = self.instances[id].context;
        for property in self.properties_of(context) {
            self.step(id, property, letter)?;
        }
        let contexts = self.specification.contexts.iter_enumerated();
        for (inner, _) in contexts.filter(|(_, inner)| inner.parent == Some(context)) {
            for instance in self.instances.within(inner, id) {
                // An inner instance may have been released by one before it.
                if self.instances[instance].alive {
                    self.deliver(instance, letter)?;
                }
            }
        }
        Ok(())
    }

    /// Takes the first transition that is enabled and whose condition holds; stays where there is
    /// none.
    fn step(&mut self, id: InstanceId, property: usize, letter: &[EventId]) -> Judged<()> {
        if self.sending == 0
            && self
                .telling
                .is_some_and(|line| !(self.is_told)(line, property))
        {
            return Ok(());
        }
        let date = &self.specification.properties[property].date;
        let Some(&state) = self.instances[id].states.get(&property) else {
            return Ok(());
        };

        for (number, transition) in date
            .outgoing(state)
            .filter(|(_, t)| letter.contains(&t.event))
        {
            if self.holds(id, transition)? {
                return self.take(id, property, number, transition);
            }
        }
        Ok(())
    }

    fn holds(&mut self, id: InstanceId, transition: &Transition) -> Judged<bool> {
        match &transition.condition {
            None => Ok(true),
            Some(condition) => {
                let mut site =
                    Site::of_instance(self.instances[id].context, id, Some(transition.event));
                site.acts = false;
                self.condition(&mut site, condition)
            }
        }
    }

    /// LARVA's order: action, state, entry code; then report or release.
    fn take(
        &mut self,
        id: InstanceId,
        property: usize,
        number: TransitionId,
        transition: &Transition,
    ) -> Judged<()> {
        self.observe(
            id,
            Seen::Fired {
                property,
                transition: number,
            },
        );

        if let Some(action) = &transition.action {
            let mut site =
                Site::of_instance(self.instances[id].context, id, Some(transition.event));
            self.statements(&mut site, action)?;
        }

        self.instances.moves(id, property, transition.to);
        self.enter(id, property, transition.to)?;
        match self.specification.properties[property].date.states[transition.to].kind {
            StateKind::Bad => self.report(id, property, transition),
            StateKind::Accepting => self.release_if_accepted(id),
            StateKind::Normal => {}
        }

        Ok(())
    }

    /// Runs the entry code of a state.
    pub(super) fn enter(&mut self, id: InstanceId, property: usize, state: StateId) -> Judged<()> {
        match &self.specification.properties[property].date.states[state].entry {
            None => Ok(()),
            Some(entry) => {
                let mut site = Site::of_instance(self.instances[id].context, id, None);
                self.statements(&mut site, entry).map(drop)
            }
        }
    }

    fn report(&mut self, id: InstanceId, property: usize, transition: &Transition) {
        let specification = self.specification;
        let report = Report {
            property: specification.properties[property].name.clone(),
            state: specification.properties[property].date.states[transition.to]
                .name
                .clone(),
            event: specification.events[transition.event].name.clone(),
            place: self.place.clone(),
            instance: self.describe(id),
        };
        self.observe(id, Seen::Reported(report));
    }

    /// An instance goes when all properties of its context release and are in accepting states. The
    /// global one stays.
    fn release_if_accepted(&mut self, id: InstanceId) {
        let instance = &self.instances[id];
        let accepts = |number: usize| {
            let property = &self.specification.properties[number];
            let state = instance
                .states
                .get(&number)
                .unwrap_or(&property.date.initial);
            property.releases && property.date.states[*state].kind == StateKind::Accepting
        };
        let all = self
            .properties_of(instance.context)
            .into_iter()
            .all(accepts);

        if all && instance.alive && instance.parent.is_some() {
            self.release(id);
        }
    }
}
