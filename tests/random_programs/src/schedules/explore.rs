//! All orders of the deeds of a program.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashSet;

use super::Observed;
use crate::machine::{Deed, Happening, Progress, Threads};

/// The lines of an error, sorted.
pub type Lines = Vec<u32>;

/// The errors of one kind that orders come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Errors {
    /// Those of all orders.
    pub all: BTreeSet<Lines>,
    /// Those of the orders of events of one run.
    pub of_run: BTreeSet<Lines>,
}

impl Errors {
    fn add(&mut self, mut lines: Lines, is_of_run: bool) {
        lines.sort_unstable();
        if is_of_run {
            self.of_run.insert(lines.clone());
        }
        self.all.insert(lines);
    }
}

/// The errors of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explored {
    /// Pairs of accesses that can be next to each other.
    pub races: Errors,
    /// Requests that can wait for each other.
    pub deadlocks: Errors,
    /// The number of states.
    pub states: usize,
}

/// The place of a thread in the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Along {
    /// The number of its deeds so far.
    deeds: usize,
    /// It has read another value than in the run.
    unsure: bool,
}

#[derive(Clone, Hash)]
struct Node<'c, 'p> {
    threads: Threads<'c, 'p>,
    /// The places of the threads, as long as all deeds are those of the run. Nothing is lost behind that: a
    /// thread that would do something else may as well stay where it is.
    course: Option<Vec<Along>>,
}

/// Goes through all states of a program. `run` is one of its runs. `None` if there are more than `most`
/// states. O(states * threads * size of a state).
pub fn explore(threads: &Threads<'_, '_>, run: &[Observed], most: usize) -> Option<Explored> {
    let mut lanes: Vec<Vec<&Observed>> = Vec::new();
    for observed in run
        .iter()
        .filter(|observed| observed.happening.deed != Deed::Branch)
    {
        let thread = observed.happening.thread;
        lanes.resize(lanes.len().max(thread + 1), Vec::new());
        lanes[thread].push(observed);
    }
    let start = Along {
        deeds: 0,
        unsure: false,
    };
    let mut explored = Explored::default();
    let mut known = FxHashSet::default();
    let mut open = vec![Node {
        threads: threads.clone(),
        course: Some(vec![start; lanes.len()]),
    }];
    known.insert(print(&open[0]));
    while let Some(node) = open.pop() {
        explored.states += 1;
        if explored.states > most {
            return None;
        }
        node.deadlocks(&mut explored);
        let mut accesses: Vec<(Happening, bool)> = Vec::new();
        for thread in 0..node.threads.count() {
            let mut next = node.clone();
            match next.threads.advance(thread) {
                Progress::Does(happening, _) => {
                    let lane = lanes.get(thread).map_or(&[][..], Vec::as_slice);
                    let is_along = next.go_on(lane, &happening);
                    if happening.deed.access().is_some() {
                        accesses.push((happening, is_along));
                    }
                }
                Progress::Ends(decided) if !node.threads.has_ended(thread) => {
                    let place = next.course.as_ref().and_then(|course| course.get(thread));
                    if decided && place.is_some_and(|place| place.unsure) {
                        next.course = None;
                    }
                }
                Progress::Ends(_) | Progress::Waits => continue,
            }
            if known.insert(print(&next)) {
                open.push(next);
            }
        }
        for (at, (one, along)) in accesses.iter().enumerate() {
            for (other, also) in &accesses[at + 1..] {
                if node.race(one, other) {
                    explored
                        .races
                        .add(vec![one.line, other.line], *along && *also);
                }
            }
        }
    }
    Some(explored)
}

fn print(node: &Node<'_, '_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    node.hash(&mut hasher);
    hasher.finish()
}

impl Node<'_, '_> {
    fn race(&self, one: &Happening, other: &Happening) -> bool {
        let (Some((one, writes)), Some((other, also))) = (one.deed.access(), other.deed.access())
        else {
            return false;
        };
        one == other && (writes || also) && !self.threads.is_volatile(one)
    }

    fn deadlocks(&self, explored: &mut Explored) {
        for thread in 0..self.threads.count() {
            let Some(cycle) = self.threads.deadlock(thread) else {
                continue;
            };
            let lines = cycle.iter().map(|(_, line)| *line).collect();
            explored.deadlocks.add(lines, self.course.is_some());
        }
    }

    /// Notes a deed of a thread; `lane` has those of the run. Returns whether the definition of correct
    /// reorderings lets it be next.
    fn go_on(&mut self, lane: &[&Observed], happening: &Happening) -> bool {
        let Some(mut course) = self.course.take() else {
            return false;
        };
        let place = course.get_mut(happening.thread);
        let Some((place, observed)) =
            place.and_then(|place| lane.get(place.deeds).map(|observed| (place, observed)))
        else {
            return false;
        };
        let expected = &observed.happening;
        // Blocks end on other lines for other compilers.
        let is_release = matches!(happening.deed, Deed::Release(_));
        if !expected.deed.is_like(&happening.deed)
            || (expected.line != happening.line && !is_release)
            || (place.unsure && observed.decided)
        {
            return false;
        }
        // An unsure thread may write anything, and start a thread that is unsure.
        let spreads = matches!(happening.deed, Deed::Write(..) | Deed::Fork(_));
        if !(place.unsure && spreads) {
            place.deeds += 1;
            place.unsure |= expected.deed != happening.deed;
            self.course = Some(course);
        }
        true
    }
}
