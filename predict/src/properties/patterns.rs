//! Patterns: events that every way to a bad state has, in their order, with any others between them (Ang and
//! Mathur, "Predictive monitoring against pattern regular languages", POPL 2024).
//!
//! Each way of an automaton to a bad state is a way without loops, and more events in between. So the *words* of the
//! ways without loops are the patterns of a property. For example, a session is violated by `open`, `close`, `send` in
//! this order. Of a word that is too long the last letters are a pattern, too.
//!
//! A *tuple* has an event of the instance for each letter of a word. An order of the run has the events of a
//! tuple in the order of the word unless it puts a later one before an earlier one: then, and only then,
//! the orders of the word close no circle.
//!
//! - In the order that every correct reordering has, a violation without a tuple is excluded.
//! - In the order that all equivalent runs have, each tuple has a run with its events in the order of
//!   the word. It is a violation if the events in between do no harm, which the monitor says.
//!
//! For each choice of threads, each letter has a place that only moves forward as the last event does: the
//! latest event that may come before those of the letters behind it. A later event leaves more room for the
//! letters before it, so no other one needs to be tried. The steps are linear in the events of the instance, and a place
//! for each letter is all that is kept.

use date::ids::{EventId, StateId};
use date::model::{Specification, StateKind};
use rustc_hash::FxHashMap;

use super::monitor::{Monitor, Unit};
use super::occurrences::Occurrences;
use super::orders::{Lanes, Needs};
use crate::budget::Budget;
use crate::equivalence::Placing;
use crate::trace::LineId;

/// The most patterns of a unit.
const PATTERNS: usize = 64;

/// The most letters: distinct events of patterns of a unit.
const LETTERS: usize = 64;

/// A way to a bad state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub property: usize,
    /// The bad state.
    pub state: StateId,
    /// The numbers of its letters.
    letters: Vec<usize>,
}

/// The patterns of a unit.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    all: Vec<Pattern>,
    /// For each text of the trace a bit for each letter that it is.
    letters_of: Vec<u64>,
}

/// A violation by its property, state and line.
pub(crate) type Shown = (usize, StateId, LineId);

/// An event of an instance: its lane, and its number there.
pub(crate) type Place = (usize, usize);

impl Patterns {
    /// The patterns of a unit, with at most some letters each. None if there are too many.
    pub fn new(
        specification: &Specification,
        unit: &Unit,
        occurrences: &Occurrences,
        longest: usize,
    ) -> Option<Patterns> {
        let mut words = None;
        for longest in (1..=longest).rev() {
            let of = |&property: &usize| words_of(specification, property, longest);
            let all: Option<Vec<Vec<Word>>> = unit.properties.iter().map(of).collect();
            words = all.map(|all| all.concat());
            if words.is_some() {
                break;
            }
        }
        let mut letters: Vec<(usize, EventId)> = Vec::new();
        let mut patterns = Patterns::default();
        for (property, state, events) in words? {
            let number = |event: EventId| {
                let letter = (property, event);
                let known = letters.iter().position(|&known| known == letter);
                known.unwrap_or_else(|| {
                    letters.push(letter);
                    letters.len() - 1
                })
            };
            patterns.all.push(Pattern {
                property,
                state,
                letters: events.into_iter().map(number).collect(),
            });
        }
        if letters.len() > LETTERS {
            return None;
        }
        let mut of_event: FxHashMap<EventId, Vec<EventId>> = FxHashMap::default();
        for text in &occurrences.texts {
            let raised = of_event.entry(text.event);
            let raised = raised.or_insert_with(|| specification.letter(text.event));
            let is = |&(property, event): &(usize, EventId)| {
                text.property.is_none_or(|only| only == property) && raised.contains(&event)
            };
            let bits = letters.iter().enumerate().filter(|(_, letter)| is(letter));
            let bits = bits.fold(0, |bits, (number, _)| bits | 1 << number);
            patterns.letters_of.push(bits);
        }
        Some(patterns)
    }

    /// The events of an instance by letters and lanes.
    pub fn tracks(&self, lanes: &Lanes) -> Vec<Vec<Track>> {
        let count = self.all.iter().flat_map(|pattern| &pattern.letters).max();
        let mut tracks: Vec<Vec<Track>> = Vec::new();
        tracks.resize_with(count.map_or(0, |last| last + 1), Vec::new);
        for (lane, events) in lanes.events.iter().enumerate() {
            for (number, &(_, occurrence)) in events.iter().enumerate() {
                let mut bits = self.letters_of[occurrence as usize];
                while bits != 0 {
                    let of_letter = &mut tracks[bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                    if of_letter.last().is_none_or(|track| track.lane != lane) {
                        let numbers = Vec::new();
                        of_letter.push(Track { lane, numbers });
                    }
                    let own = of_letter.last_mut();
                    own.into_iter()
                        .for_each(|track| track.numbers.push(number as u32));
                }
            }
        }
        tracks
    }
}

/// A way to a bad state: the property, the state and the events.
type Word = (usize, StateId, Vec<EventId>);

/// The words of the ways of a property to its bad states, none of them twice. None if there are too many.
fn words_of(specification: &Specification, property: usize, longest: usize) -> Option<Vec<Word>> {
    let date = &specification.properties[property].date;
    let mut words: Vec<Word> = Vec::new();
    // Each open way has the states that it leaves and its events, both from the last one to the first.
    let mut open: Vec<(StateId, Vec<StateId>, Vec<EventId>)> = Vec::new();
    for transition in &date.transitions {
        if date.states[transition.to].kind == StateKind::Bad {
            open.push((transition.to, vec![transition.from], vec![transition.event]));
        }
    }
    while let Some((bad, left, events)) = open.pop() {
        if left.last() == Some(&date.initial) || events.len() == longest {
            let word = (property, bad, events.into_iter().rev().collect());
            if !words.contains(&word) {
                words.push(word);
            }
        } else {
            for transition in &date.transitions {
                if left.last() != Some(&transition.to) || left.contains(&transition.from) {
                    continue;
                }
                let mut longer = (bad, left.clone(), events.clone());
                longer.1.push(transition.from);
                longer.2.push(transition.event);
                open.push(longer);
            }
        }
        if words.len() + open.len() > PATTERNS {
            return None;
        }
    }
    // Short words first, since their reorderings have fewer events.
    words.sort_by_key(|(_, _, events)| events.len());
    Some(words)
}

/// The events of a lane that are a letter.
#[derive(Debug)]
pub(crate) struct Track {
    lane: usize,
    /// Their numbers in the lane, ascending.
    numbers: Vec<u32>,
}

/// The search for tuples of an instance in an order of its events.
pub(crate) struct Tuples<'t> {
    patterns: &'t Patterns,
    tracks: &'t [Vec<Track>],
    pub needs: &'t Needs,
}

/// Gets each tuple, and says whether others with its last event may still be of use.
pub(crate) type Visit<'v> = dyn FnMut(&Pattern, &[Place], &mut Budget) -> Result<(), String> + 'v;

impl<'t> Tuples<'t> {
    /// The search in an order, for the tracks of an instance.
    pub fn new(patterns: &'t Patterns, tracks: &'t [Vec<Track>], needs: &'t Needs) -> Self {
        Tuples {
            patterns,
            tracks,
            needs,
        }
    }

    /// Visits for each pattern, choice of threads and wanted last event the latest tuple. False if the
    /// budget is empty.
    ///
    /// # Errors
    /// If the visitor makes one.
    pub fn visit(
        &self,
        budget: &mut Budget,
        wanted: &dyn Fn(&Pattern, Place) -> bool,
        found: &mut Visit<'_>,
    ) -> Result<bool, String> {
        for pattern in &self.patterns.all {
            let letters = pattern.letters.iter();
            let tracks: Vec<&Vec<Track>> = letters.map(|&letter| &self.tracks[letter]).collect();
            let mut choice = vec![0; tracks.len()];
            if tracks.iter().any(|tracks| tracks.is_empty()) {
                continue;
            }
            loop {
                let chosen = tracks.iter().zip(&choice);
                let chosen: Vec<&Track> = chosen.map(|(tracks, &number)| &tracks[number]).collect();
                if !self.follow(pattern, &chosen, budget, wanted, found)? {
                    return Ok(false);
                }
                let full = |&place: &usize| choice[place] + 1 == tracks[place].len();
                let Some(next) = (0..choice.len()).find(|place| !full(place)) else {
                    break;
                };
                choice[next] += 1;
                choice[..next].fill(0);
            }
        }
        Ok(true)
    }

    /// Visits the tuples of one choice of threads.
    fn follow(
        &self,
        pattern: &Pattern,
        tracks: &[&Track],
        budget: &mut Budget,
        wanted: &dyn Fn(&Pattern, Place) -> bool,
        found: &mut Visit<'_>,
    ) -> Result<bool, String> {
        let last = tracks.len() - 1;
        let mut tuple: Vec<Place> = tracks.iter().map(|track| (track.lane, 0)).collect();
        // How many events of each track may come before those of the letters behind it.
        let mut room = vec![0; last];
        'events: for &number in &tracks[last].numbers {
            if !budget.take(tracks.len() as u64) {
                return Ok(false);
            }
            tuple[last].1 = number as usize;
            if !wanted(pattern, tuple[last]) {
                continue;
            }
            for letter in (0..last).rev() {
                let (lane, numbers) = (tracks[letter].lane, &tracks[letter].numbers);
                while let Some(&next) = numbers.get(room[letter]) {
                    let next = (lane, next as usize);
                    let mut behind = tuple[letter + 1..].iter();
                    if behind.any(|&other| self.is_before(other, next)) {
                        break;
                    }
                    room[letter] += 1;
                    if !budget.take((tracks.len() - letter) as u64) {
                        return Ok(false);
                    }
                }
                let Some(latest) = room[letter].checked_sub(1) else {
                    continue 'events;
                };
                tuple[letter].1 = numbers[latest] as usize;
            }
            found(pattern, &tuple, budget)?;
        }
        Ok(true)
    }

    /// Checks whether an event is another one, or comes before it.
    fn is_before(&self, first: Place, second: Place) -> bool {
        is_before(self.needs, first, second)
    }
}

fn is_before(needs: &Needs, first: Place, second: Place) -> bool {
    if first.0 == second.0 {
        return first.1 <= second.1;
    }
    needs[second.0][second.1][first.0] > first.1 as u32
}

/// The events of an instance in an equivalent run with the events of a tuple in their order, as
/// [`crate::equivalence::Things::linearized`] places them. O(events * letters).
fn placed(lanes: &Lanes, needs: &Needs, tuple: &[Place], placing: Placing) -> Vec<(u32, u32)> {
    let mut placed: Vec<(usize, u32, u32)> = Vec::new();
    for (lane, events) in lanes.events.iter().enumerate() {
        for (number, &(position, occurrence)) in events.iter().enumerate() {
            let own = (lane, number);
            let mut at = tuple.iter();
            let Some(first) = at.position(|&other| is_before(needs, own, other)) else {
                break;
            };
            let level = match placing {
                Placing::Early => first,
                Placing::Late => {
                    let last = tuple
                        .iter()
                        .rposition(|&other| is_before(needs, other, own));
                    last.map_or(0, |last| last + 1)
                }
            };
            placed.push((level, position, occurrence));
        }
    }
    placed.sort_unstable();
    let events = placed.into_iter();
    events
        .map(|(_, position, occurrence)| (position, occurrence))
        .collect()
}

/// The ways to place the events of a tuple on which a monitor shows a violation at the last one.
///
/// # Errors
/// If code of the property depends on something that is not recorded.
pub(crate) fn shows(
    monitor: &mut Monitor<'_>,
    occurrences: &Occurrences,
    (lanes, needs): (&Lanes, &Needs),
    pattern: &Pattern,
    tuple: &[Place],
) -> Result<Vec<Placing>, String> {
    let mut good = Vec::new();
    for placing in Placing::ALL {
        let mut state = monitor.start()?;
        let mut shown = false;
        for (_, occurrence) in placed(lanes, needs, tuple, placing) {
            let text = &occurrences.texts[occurrence as usize];
            let step = monitor.step(state, occurrence, text)?;
            state = step.after;
            shown = step.violations.contains(&(pattern.property, pattern.state));
        }
        if shown {
            good.push(placing);
        }
    }
    Ok(good)
}
