//! Instances that need not be made yet, as they would only repeat another one
//! (`residua.runtime.Slices`).

use std::collections::BTreeSet;

use date::ids::{ContextId, EventId, StateId};
use date::model::{Date, Property, StateKind};
use index_vec::IndexVec;

use super::Subject;
use super::delivery::{Deliveries, Delivery};
use super::java::any_of;
use super::lookup::{Lookup, full, is_sliced, lookups};
use super::names::state_field;
use super::plain::{is_automaton, is_bare, is_outermost};
use super::writer::JavaWriter;

/// More sets of parameters than these are not told apart.
const MOST_DOMAINS: usize = 64;

/// The facts that decide which instances of a context wait.
pub struct Waiting<'s> {
    subject: &'s Subject<'s>,
    context: ContextId,
    /// Each event of the context with the parameters that one of its alternatives binds.
    masks: Vec<(EventId, u64)>,
    /// The sets of parameters that instances may have bound, none of them included.
    domains: BTreeSet<u64>,
}

impl<'s> Waiting<'s> {
    /// Gives the facts about a context, if its instances may wait: they come about by slicing, are
    /// known by the states of their properties, and make reports only where all parameters are
    /// bound, so that none repeats the report of another. Code of the user could see when, and in
    /// which order, they are made; and an event of an outer context reaches those alone that have
    /// been made.
    pub fn of(subject: &'s Subject<'s>, context: ContextId) -> Option<Self> {
        let masks = masks(subject, context);
        let domains = unions(masks.iter().map(|&(_, mask)| mask))?;
        let waiting = Waiting {
            subject,
            context,
            masks,
            domains,
        };
        let may_wait =
            is_sliced(subject, context) && waiting.is_alone() && waiting.has_whole_reports_alone();
        may_wait.then_some(waiting)
    }

    /// Says whether the context has properties alone, which are automata and nothing else and hear
    /// no events but its own.
    fn is_alone(&self) -> bool {
        let Waiting {
            subject, context, ..
        } = *self;
        let declared = &subject.specification.contexts[context];
        let mut properties = subject.properties_of(context);
        is_outermost(declared)
            && is_bare(declared)
            && subject.inner_contexts(context).next().is_none()
            && properties.all(|(number, property)| self.is_plain(number, property))
    }

    /// Says whether a property is an automaton that is never released and hears no events but those
    /// of its context.
    fn is_plain(&self, number: usize, property: &Property) -> bool {
        let events = self.subject.specification.events.iter_enumerated();
        let mut others = events.filter(|(_, event)| event.context != self.context);
        is_automaton(&property.date)
            && !self.subject.releases(property)
            && others.all(|(id, _)| !self.subject.listens(number, id))
    }

    /// Says whether no instance makes a report while it leaves a parameter open.
    fn has_whole_reports_alone(&self) -> bool {
        let parts = self
            .domains
            .iter()
            .filter(|&&domain| domain != full(self.subject, self.context));

        parts.into_iter().all(|&domain| {
            let letters = self.letters_within(domain);
            self.subject
                .properties_of(self.context)
                .all(|(_, Property { date, .. })| {
                    let reached = reached(date, &letters);
                    let mut taken = date
                        .transitions
                        .iter()
                        .filter(|t| letters.contains(&t.event) && reached[t.from]);
                    !taken.any(|t| date.states[t.to].kind == StateKind::Bad)
                })
        })
    }

    /// Appends what the table of the context knows: which instances may hear a delivery at all.
    pub fn append_to_table(&self, java: &mut JavaWriter, deliveries: &Deliveries) {
        java.line("protected boolean waits() { return true; }");
        let among = |holds: &dyn Fn(u64) -> bool| -> Vec<String> {
            let held = self.domains.iter().filter(|&&domain| holds(domain));
            held.map(|domain| format!("domain == {domain}L")).collect()
        };

        let met = self.met();
        let domains = met.as_ref().map(|(_, met)| met);
        let listed = any_of(&among(&|domain| self.is_listed(domains, domain)));
        java.line(format_args!(
            "protected boolean isListed(long domain) {{ return {listed}; }}"
        ));

        let hears = |delivery: &Delivery| among(&|domain| self.may_hear(delivery, domain));
        self.append_switch(
            java,
            deliveries,
            "mayHear(int delivery, long domain)",
            hears,
        );

        let moves = |delivery: &Delivery| match &met {
            None => hears(delivery),
            Some((property, met)) => {
                let states = delivery.hearing(self.subject, *property);
                among(&|domain| {
                    met.iter()
                        .any(|(of, state)| *of == domain && states.contains(state))
                })
            }
        };
        self.append_switch(
            java,
            deliveries,
            "mayMove(int delivery, long domain)",
            moves,
        );
    }

    /// Says whether there may be instances with these parameters bound that an event which binds
    /// none of them reaches or joins.
    fn is_listed(&self, met: Option<&BTreeSet<(u64, StateId)>>, domain: u64) -> bool {
        let exists = met.is_none_or(|met| met.iter().any(|&(of, _)| of == domain));
        exists && self.masks.iter().any(|(_, mask)| mask & domain == 0)
    }

    /// Appends whether events that bind a parameter may still move an instance.
    pub fn append_matters_through(&self, java: &mut JavaWriter) {
        let parameters = &self.subject.specification.contexts[self.context].parameters;
        java.block(
            "protected boolean instanceMattersThrough(int parameter)",
            |java| {
                java.block("switch (parameter)", |java| {
                    for parameter in 0..parameters.len() {
                        let matters = any_of(&self.moving_tests(parameter));
                        java.line(format_args!("case {parameter}: return {matters};"));
                    }
                    java.line("default: return true;");
                });
            },
        );
    }

    /// Java expressions: each is true in one state in which an event that binds a parameter may
    /// still move an instance.
    fn moving_tests(&self, parameter: usize) -> Vec<String> {
        let masks = self.masks.iter();
        let binding = masks.filter(|(_, mask)| mask >> parameter & 1 != 0);
        let letter: BTreeSet<EventId> = binding
            .flat_map(|(event, _)| self.subject.letters[*event].iter().copied())
            .collect();

        let mut tests = Vec::new();
        for (number, property) in self.subject.properties_of(self.context) {
            let coming = coming_to(&property.date, &letter).into_iter_enumerated();
            for (state, _) in coming.filter(|(_, comes)| *comes) {
                tests.push(format!("{} == {}", state_field(number), state.index()));
            }
        }
        tests
    }

    /// Appends a method that is true for a delivery where one of the tests holds.
    fn append_switch(
        &self,
        java: &mut JavaWriter,
        deliveries: &Deliveries,
        head: &str,
        tests: impl Fn(&Delivery) -> Vec<String>,
    ) {
        java.block(format_args!("protected boolean {head}"), |java| {
            java.block("switch (delivery)", |java| {
                for delivery in deliveries.concerning(self.subject, self.context) {
                    let tests = tests(delivery);
                    if !tests.is_empty() {
                        let (number, holds) = (deliveries.number(delivery), any_of(&tests));
                        java.line(format_args!("case {number}: return {holds};"));
                    }
                }
                java.line("default: return false;");
            });
        });
    }

    /// The property of a context that has one alone, and the states in which its instances may be
    /// with the parameters that they bind then; no parameters for one that has just begun. An
    /// instance is made when an event moves it; or when an event that does nothing to it makes
    /// another one that it extends.
    fn met(&self) -> Option<(usize, BTreeSet<(u64, StateId)>)> {
        let mut properties = self.subject.properties_of(self.context);
        let (number, Property { date, .. }) =
            properties.next().filter(|_| properties.next().is_none())?;
        let mut met = BTreeSet::from([(0, date.initial)]);

        loop {
            let mut more = met.clone();
            for (event, mask) in &self.masks {
                let letter = &self.subject.letters[*event];
                let heard = |state| {
                    date.transitions
                        .iter()
                        .filter(move |t| t.from == state && letter.contains(&t.event))
                };
                let moved = met
                    .iter()
                    .filter(|(_, state)| heard(*state).next().is_some());
                let made: BTreeSet<u64> = moved.map(|(domain, _)| domain | mask).collect();
                for &(domain, state) in &met {
                    let whole = domain | mask;
                    // It is made in the state of what it is made from, and then moved.
                    more.extend(heard(state).flat_map(|t| [(whole, state), (whole, t.to)]));
                    if made
                        .iter()
                        .any(|smaller| *smaller != whole && smaller & !whole == 0)
                    {
                        more.insert((whole, state));
                    }
                }
            }

            if more == met {
                return Some((number, met));
            }
            met = more;
        }
    }

    /// Says whether a delivery that binds these parameters makes no instance, whatever there is.
    pub fn makes_none(&self, delivery: &Delivery, bound: u64) -> bool {
        let met = self.met();
        let exists = |domain: u64| {
            met.as_ref()
                .is_none_or(|(_, met)| met.iter().any(|&(of, _)| of == domain))
        };
        let extended = self
            .domains
            .iter()
            .filter(|&&domain| bound & !domain != 0 && exists(domain));
        extended
            .into_iter()
            .all(|&domain| !self.may_hear(delivery, domain))
    }

    /// Says whether an instance that has seen no events but those that bind parameters of a set may
    /// be in a state that hears a delivery.
    fn may_hear(&self, delivery: &Delivery, domain: u64) -> bool {
        let letters = self.letters_within(domain);
        delivery
            .listeners(self.subject, self.context)
            .any(|number| {
                let reached = reached(
                    &self.subject.specification.properties[number].date,
                    &letters,
                );
                delivery
                    .hearing(self.subject, number)
                    .into_iter()
                    .any(|state| reached[state])
            })
    }

    /// The events that may be heard when one occurs that binds no parameter outside a set.
    fn letters_within(&self, domain: u64) -> BTreeSet<EventId> {
        let within = self.masks.iter().filter(|(_, mask)| mask & !domain == 0);
        within
            .flat_map(|(event, _)| self.subject.letters[*event].iter().copied())
            .collect()
    }
}

/// Each event of the context with the parameters that one of its alternatives binds.
fn masks(subject: &Subject<'_>, context: ContextId) -> Vec<(EventId, u64)> {
    let events = subject
        .specification
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.context == context);
    let alternatives = events.flat_map(|(id, event)| {
        event
            .alternatives
            .iter()
            .map(move |alternative| (id, alternative))
    });

    let masks = alternatives.flat_map(|(id, alternative)| {
        let lookups = lookups(subject, id, alternative).into_iter();
        lookups.filter_map(move |(of, lookup)| match lookup {
            Lookup::Slice { bound, .. } if of == context => Some((id, bound)),
            _ => None,
        })
    });
    masks.collect()
}

/// The sets of parameters that instances may have bound, none of them included; `None` if there are
/// too many.
fn unions(masks: impl Iterator<Item = u64>) -> Option<BTreeSet<u64>> {
    let mut unions = BTreeSet::from([0]);
    for mask in masks {
        unions.extend(unions.clone().into_iter().map(|union| union | mask));
        if unions.len() > MOST_DOMAINS {
            return None;
        }
    }
    Some(unions)
}

/// The states from which a transition on one of these events may be taken, now or later.
fn coming_to(date: &Date, events: &BTreeSet<EventId>) -> IndexVec<StateId, bool> {
    let mut coming: IndexVec<StateId, bool> = date.states.iter().map(|_| false).collect();
    date.transitions
        .iter()
        .filter(|t| events.contains(&t.event))
        .for_each(|t| coming[t.from] = true);
    while let Some(next) = date
        .transitions
        .iter()
        .find(|t| coming[t.to] && !coming[t.from])
    {
        coming[next.from] = true;
    }
    coming
}

/// The states that these events lead to.
fn reached(date: &Date, events: &BTreeSet<EventId>) -> IndexVec<StateId, bool> {
    let mut reached: IndexVec<StateId, bool> = date.states.iter().map(|_| false).collect();
    reached[date.initial] = true;
    let moves = || {
        date.transitions
            .iter()
            .filter(|t| events.contains(&t.event))
    };
    while let Some(next) = moves().find(|t| reached[t.from] && !reached[t.to]) {
        reached[next.to] = true;
    }
    reached
}
