//! Reorderings that cut the run into slices: some events of a stretch of the run come first, in their order, then
//! others, in theirs, and so on (Farzan and Mathur, k-sliced reorderings). With k delayed slices the run is
//! cut into k + 1.
//!
//! The stretch begins at a property event that is *delayed* into a slice, and with it all that depends on it: later
//! events of its thread, accesses that conflict with a delayed one, acquires of locks that a
//! delayed thread holds, and events of threads that it forks, wakes or ends. For example, T0 is delayed at
//! its second event, and T1 comes first:
//!
//! ```text
//! run       T0: open    T0: send    T1: close
//! reordered T0: open    T1: close   T0: send
//! ```
//!
//! With two delayed slices, a further event may be delayed into the same slice or into another one. So three
//! threads can come in the opposite order: the second one in the first slice, and the first one in the second slice.
//!
//! ```text
//! run       T0: a    T1: b    T2: c
//! reordered T2: c    T1: b    T0: a
//! ```
//!
//! If the event stands in a section of a lock, the stretch may as well begin with the section.
//!
//! A tuple of a pattern *directs* a cut: each of its events that comes before its predecessor in the run is delayed
//! into the next slice. Such a stretch goes from the first event of the tuple to the last one, whatever lies between
//! them, and its delayed events are looked at once.
//!
//! A stretch takes time linear in its length for each number of delayed property events, of which it has a
//! bounded number. Each property event begins a bounded number of stretches, so a run of any length is one pass of
//! stretches. Nothing is excluded by it.

use rustc_hash::FxHashSet;

use super::instances::Instance;
use super::monitor::{Monitor, MonitorId, Violations};
use super::occurrences::Occurrences;
use crate::budget::Budget;
use crate::index::Index;
use crate::trace::{Action, Hold, LockId};

/// The length of a stretch if the run has many property events.
const SHORT_STRETCH: usize = 100;

/// The most property events of a stretch that are delayed before it ends.
const DELAYED: usize = 64;

/// The property events behind a delayed one that may be delayed by a choice of their own.
const NEXT: usize = 8;

/// A violation in a cut run.
pub(crate) struct Cut {
    /// The positions of the events, in the order of the reordering.
    pub witness: Vec<usize>,
    pub violations: Violations,
}

/// The events that are delayed into one slice.
#[derive(Debug, Default)]
struct Delay {
    threads: FxHashSet<usize>,
    read: FxHashSet<usize>,
    written: FxHashSet<usize>,
    holds: Vec<Hold>,
    /// The locks that delayed events get.
    locks: FxHashSet<LockId>,
    events: Vec<usize>,
    /// Of its property events the numbers in the slice, and the occurrences.
    occurrences: Vec<(usize, u32)>,
}

impl Delay {
    /// Checks whether an event depends on a delayed one.
    fn holds_up(&self, index: &Index<'_>, event: usize) -> bool {
        let observation = index.observation;
        let thread = observation.thread(event);
        let action = observation.action(event);
        let access = action.access();
        let conflicts = access.is_some_and(|access| {
            let variable = access.variable.index();
            let written = self.written.contains(&variable);
            written || access.writes && self.read.contains(&variable)
        });
        let locked = action
            .acquired()
            .is_some_and(|hold| self.holds.iter().any(|own| own.excludes(hold)));
        let awaits = match action {
            Action::Join(joined) => self.threads.contains(&joined.index()),
            _ => false,
        };
        let own = self.threads.contains(&thread);
        own || conflicts || locked || awaits || self.wakes(index, event)
    }

    /// Checks whether a delayed event ends the wait that this event ends.
    fn wakes(&self, index: &Index<'_>, event: usize) -> bool {
        let waits = &index.observation.waits;
        let first = waits.partition_point(|wait| wait.acquire < event);
        let wait = waits.get(first).filter(|wait| wait.acquire == event);
        wait.is_some_and(|wait| self.events.binary_search(&wait.wake).is_ok())
    }

    fn add(&mut self, index: &Index<'_>, event: usize, occurrence: Option<u32>) {
        let observation = index.observation;
        let thread = observation.thread(event);
        if self.threads.insert(thread) {
            self.holds.extend(index.held_at(event).iter().copied());
        }
        if let Some(access) = observation.action(event).access() {
            let variable = access.variable.index();
            if access.writes {
                self.written.insert(variable);
            }
            if access.reads {
                self.read.insert(variable);
            }
        }
        let acquired = observation.action(event).acquired();
        self.locks.extend(acquired.map(|hold| hold.lock));
        if let Action::Fork(forked) = observation.action(event) {
            self.threads.insert(forked.index());
        }
        let occurrence = occurrence.map(|occurrence| (self.events.len(), occurrence));
        self.occurrences.extend(occurrence);
        self.events.push(event);
    }
}

/// An event that is delayed, and the number of its slice. The slice that comes first is 0.
type Seed = (usize, usize);

/// Says whether the violations of an event are still wanted.
pub(crate) type Wanted<'w> = dyn FnMut(usize, &Violations) -> bool + 'w;

/// A search for violations of an instance in cut runs.
pub(crate) struct Slicing<'s, 'm> {
    index: &'s Index<'s>,
    occurrences: &'s Occurrences,
    instance: &'s Instance,
    monitor: &'s mut Monitor<'m>,
    wanted: &'s mut Wanted<'s>,
    /// The states of the monitor before each property event, and at the end.
    states: Vec<MonitorId>,
    /// The most events of a stretch.
    stretch: usize,
    /// The number of delayed slices.
    slices: usize,
    pub cuts: Vec<Cut>,
}

impl<'s, 'm> Slicing<'s, 'm> {
    /// A search in stretches of at most some events. `wanted` gets each violation.
    ///
    /// # Errors
    /// If code of the property depends on something that is not recorded.
    pub fn new(
        (index, occurrences): (&'s Index<'s>, &'s Occurrences),
        instance: &'s Instance,
        monitor: &'s mut Monitor<'m>,
        stretch: usize,
        wanted: &'s mut Wanted<'s>,
    ) -> Result<Self, String> {
        let mut states = vec![monitor.start()?];
        for &(_, occurrence) in &instance.slice {
            let text = &occurrences.texts[occurrence as usize];
            let before = states[states.len() - 1];
            states.push(monitor.step(before, occurrence, text)?.after);
        }
        Ok(Slicing {
            index,
            occurrences,
            instance,
            monitor,
            wanted,
            states,
            stretch,
            slices: 0,
            cuts: Vec::new(),
        })
    }

    /// Finds violations in the stretches that begin at each property event of the instance, with some delayed
    /// slices.
    ///
    /// # Errors
    /// If code of the property depends on something that is not recorded.
    pub fn run(&mut self, slices: usize, budget: &mut Budget) -> Result<(), String> {
        self.slices = slices;
        let slice = &self.instance.slice;
        // Each further seed has so many places, each in or around its section, and so many slices.
        let choices = (2 * NEXT * self.slices) as u64;
        let stretches = 4 * slice.len() as u64 * choices.pow(self.slices as u32 - 1);
        let share = budget.0 / stretches.max(1);
        self.stretch = (share as usize).max(SHORT_STRETCH).min(self.stretch);
        for number in 0..slice.len() {
            if !self.extend(&mut Vec::new(), number, budget)? {
                break;
            }
        }
        Ok(())
    }

    /// Finds violations behind the events of a tuple in their order, however far apart they are. An event
    /// that comes before its predecessor in the run is in a later slice than that one.
    ///
    /// # Errors
    /// If code of the property depends on something that is not recorded.
    pub fn directed(&mut self, tuple: &[usize], budget: &mut Budget) -> Result<(), String> {
        let mut into = 0;
        let mut seeds: Vec<Seed> = Vec::new();
        for (number, &event) in tuple.iter().enumerate() {
            let before = number.checked_sub(1).map(|before| tuple[before]);
            into += usize::from(before.is_some_and(|before| event < before));
            if into > 0 {
                seeds.push((event, into));
            }
        }
        self.slices = into;
        let Some(&last) = tuple.iter().max().filter(|_| into > 0) else {
            return Ok(());
        };
        for around in [true, false] {
            let mut seeds = seeds.clone();
            if around {
                for (event, _) in &mut seeds {
                    *event = outermost(self.index, *event).unwrap_or(*event);
                }
            }
            seeds.sort_unstable();
            let end = last + 1 + self.stretch;
            self.stretch(&seeds, (end, Some(last)), budget)?;
        }
        Ok(())
    }

    /// Delays a property event, and then others behind it. False if the budget is empty.
    fn extend(
        &mut self,
        seeds: &mut Vec<Seed>,
        number: usize,
        budget: &mut Budget,
    ) -> Result<bool, String> {
        let slice = &self.instance.slice;
        let position = slice[number].0 as usize;
        let begin = seeds.first().map_or(position, |&(first, _)| first);
        if position - begin > self.stretch || !self.is_followed(begin, number) {
            return Ok(true);
        }
        let last = seeds.last().copied();
        let is_behind = |&acquire: &usize| last.is_none_or(|(last, _)| acquire > last);
        let section = outermost(self.index, position).filter(is_behind);
        for place in std::iter::once(position).chain(section) {
            for into in 1..=self.slices {
                seeds.push((place, into));
                let goes_on = if seeds.len() < self.slices {
                    let next = slice.len().min(number + 1 + NEXT);
                    let mut next = number + 1..next;
                    next.try_fold(true, |goes_on, next| {
                        Ok::<bool, String>(goes_on && self.extend(seeds, next, budget)?)
                    })?
                } else {
                    !are_dense(seeds)
                        || self.stretch(seeds, (seeds[0].0 + self.stretch, None), budget)?
                };
                seeds.pop();
                if !goes_on {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Checks whether the stretch from an event on has a property event behind another one, of another
    /// thread than that one.
    fn is_followed(&self, begin: usize, number: usize) -> bool {
        let slice = &self.instance.slice;
        let thread = |position: u32| self.index.observation.thread(position as usize);
        let own = thread(slice[number].0);
        let behind = slice[number + 1..].iter();
        let mut near = behind.take_while(|&&(other, _)| other as usize - begin <= self.stretch);
        near.any(|&(other, _)| thread(other) != own)
    }

    /// Looks for violations in one stretch up to an event, from another event on if there is one. False if the
    /// budget is empty.
    fn stretch(
        &mut self,
        seeds: &[Seed],
        (end, from): (usize, Option<usize>),
        budget: &mut Budget,
    ) -> Result<bool, String> {
        let slice = &self.instance.slice;
        let begin = seeds[0].0;
        let before = slice.partition_point(|&(other, _)| (other as usize) < begin);
        let mut slices = Vec::new();
        slices.resize_with(self.slices, Delay::default);
        let mut stretch = Stretch {
            index: self.index,
            occurrences: self.occurrences,
            seeds,
            begin,
            from,
            slices,
            first: Vec::new(),
            open: Vec::new(),
            state: self.states[before],
            is_reordered: false,
        };
        let end = self.index.observation.trace.events.len().min(end);
        stretch.run(begin..end, &slice[before..], self, budget)
    }
}

/// Checks whether each slice up to the last one with a seed has one.
fn are_dense(seeds: &[Seed]) -> bool {
    let last = seeds.iter().map(|&(_, into)| into).max().unwrap_or(0);
    (1..last).all(|slice| seeds.iter().any(|&(_, into)| into == slice))
}

/// The acquire that begins the outermost section of an event.
fn outermost(index: &Index<'_>, position: usize) -> Option<usize> {
    let observation = index.observation;
    let (thread, local) = observation.place(position);
    let latest = |&hold: &Hold| {
        let own = index.sections_of(thread, hold)?;
        index.among(own, local).last().copied()
    };
    let acquires = index.held_at(position).iter().filter_map(latest);
    acquires.min().map(|acquire| acquire as usize)
}

/// A stretch of the run behind a delayed event.
struct Stretch<'s> {
    index: &'s Index<'s>,
    occurrences: &'s Occurrences,
    seeds: &'s [Seed],
    begin: usize,
    /// The event up to which nothing is looked for.
    from: Option<usize>,
    slices: Vec<Delay>,
    /// The events of the stretch that come first.
    first: Vec<usize>,
    /// The holds that these have begun and not ended.
    open: Vec<Hold>,
    /// The state of the monitor behind them.
    state: MonitorId,
    /// A property event comes before one that was earlier in the run.
    is_reordered: bool,
}

impl Stretch<'_> {
    /// Looks for violations by the first events, and by the delayed ones behind each property event. False if
    /// the budget is empty.
    fn run(
        &mut self,
        events: std::ops::Range<usize>,
        mut slice: &[(u32, u32)],
        slicing: &mut Slicing<'_, '_>,
        budget: &mut Budget,
    ) -> Result<bool, String> {
        // The delayed events have been looked at as far as they go, but may need a lock.
        let mut waits = false;
        let mut delayed = 0;
        for event in events {
            if !budget.take(1) {
                return Ok(false);
            }
            let mut occurrence = None;
            if let Some((&(position, own), behind)) = slice.split_first()
                && position as usize == event
            {
                (occurrence, slice) = (Some(own), behind);
            }
            let into = self.slice_of(event);
            let seed = self.seeds.iter().find(|&&(seed, _)| seed == event);
            if seed.is_some_and(|&(_, slice)| into >= slice) && self.from.is_none() {
                // Without this seed the slices are the same.
                return Ok(true);
            }
            let into = seed.map_or(into, |&(_, slice)| slice.max(into));
            match into.checked_sub(1) {
                Some(slice) => self.slices[slice].add(self.index, event, occurrence),
                None => self.goes_first(event),
            }
            if let Some(occurrence) = occurrence {
                let mut later = self.slices[into..].iter();
                self.is_reordered |= later.any(|slice| !slice.occurrences.is_empty());
                if into > 0 {
                    delayed += 1;
                } else {
                    self.first(event, occurrence, slicing)?;
                }
                waits = self.is_reordered;
            }
            if self.from.is_none() && delayed > DELAYED {
                break;
            }
            if !waits || self.from.is_some_and(|from| event < from) {
                continue;
            }
            let is_free = self.is_free();
            // A directed stretch looks once, where the delayed events get their locks.
            let looks = match self.from {
                Some(_) => is_free,
                None => occurrence.is_some() || is_free && into == 0,
            };
            if !looks {
                continue;
            }
            if !budget.take(delayed as u64) {
                return Ok(false);
            }
            self.delayed(slicing)?;
            if self.from.is_some() {
                break;
            }
            waits = !is_free;
        }
        Ok(true)
    }

    /// Lets an event come first.
    fn goes_first(&mut self, event: usize) {
        self.first.push(event);
        let action = self.index.observation.action(event);
        self.open.extend(action.acquired());
        if let Some(hold) = action.released()
            && let Some(place) = self.open.iter().position(|&own| own == hold)
        {
            self.open.swap_remove(place);
        }
    }

    /// Checks whether the first events leave all locks that the delayed ones need.
    fn is_free(&self) -> bool {
        let mut slices = self.slices.iter();
        let needs = |slice: &Delay, hold: &Hold| slice.locks.contains(&hold.lock);
        !slices.any(|slice| self.open.iter().any(|hold| needs(slice, hold)))
    }

    /// The latest slice that an event must be in.
    fn slice_of(&self, event: usize) -> usize {
        let mut slices = self.slices.iter();
        let last = slices.rposition(|slice| slice.holds_up(self.index, event));
        last.map_or(0, |last| last + 1)
    }

    /// Looks for a violation by an event of the first slice.
    fn first(
        &mut self,
        event: usize,
        occurrence: u32,
        slicing: &mut Slicing<'_, '_>,
    ) -> Result<(), String> {
        let text = &self.occurrences.texts[occurrence as usize];
        let step = slicing.monitor.step(self.state, occurrence, text)?;
        self.state = step.after;
        if !step.violations.is_empty() && (slicing.wanted)(event, &step.violations) {
            slicing.cuts.push(Cut {
                witness: self.witness(0, 0),
                violations: step.violations,
            });
        }
        Ok(())
    }

    /// Looks for violations by the delayed events.
    fn delayed(&self, slicing: &mut Slicing<'_, '_>) -> Result<(), String> {
        let mut state = self.state;
        for (slice, delay) in self.slices.iter().enumerate() {
            for &(number, occurrence) in &delay.occurrences {
                let text = &self.occurrences.texts[occurrence as usize];
                let step = slicing.monitor.step(state, occurrence, text)?;
                state = step.after;
                let event = delay.events[number];
                if !step.violations.is_empty() && (slicing.wanted)(event, &step.violations) {
                    slicing.cuts.push(Cut {
                        witness: self.witness(slice, number + 1),
                        violations: step.violations,
                    });
                }
            }
        }
        Ok(())
    }

    /// The run up to the stretch, its first events, some delayed slices, and some events of the next one.
    fn witness(&self, slices: usize, events: usize) -> Vec<usize> {
        let whole = self.slices[..slices].iter();
        let whole = whole.flat_map(|slice| &slice.events);
        let last = &self.slices[slices].events[..events];
        let late = whole.chain(last).copied();
        let first = self.first.iter().copied();
        (0..self.begin).chain(first).chain(late).collect()
    }
}
