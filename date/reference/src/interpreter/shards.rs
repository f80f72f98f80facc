//! Runs of a trace by components: the lines of objects that no line brings together.
//!
//! ```
//! use reference::interpreter::{Job, interpret};
//!
//! let session = "
//! foreach:
//!   - parameters: [Session s]
//!     events:
//!       open: call Session.open() target s
//!       send: call Session.send() target s
//!     properties:
//!       lifecycle:
//!         states: {fresh: initial, live: , early: bad}
//!         transitions:
//!           - fresh -> live: open
//!           - fresh -> early: send
//! ";
//! let specification = languages::read("session.yaml", session).unwrap();
//! let text = "send s=Session@2\nopen s=Session@1\nsend s=Session@1\n";
//! let job = Job::new(specification, "trace.txt", text, 1).unwrap();
//!
//! let mut shard = job.shard();
//! let mut read = job.read(0);
//! shard.take(&job, read.items);
//! let run = job.merge(&[read.check], vec![shard.finish(&job, true)]).expect("it is decided");
//! assert_eq!(run.reports().count(), 1);
//! ```

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::instances::{GLOBAL, Instances};
use super::occurrence::{Occurrence, Planned, Planner};
use super::partition::{self, Partition};
use super::run::{FinalInstance, Observation, Report, Run, Seen};
use super::{Interpreter, Times};
use crate::trace::{Line, Passage, Trace, read_lines};
use date::ids::{ContextId, StateId};
use date::model::Specification;
use text::Source;

/// The bytes of text that are read at a time.
const CHUNK: usize = 1 << 17;

/// A trace that is run by components.
pub struct Job {
    specification: Specification,
    file: String,
    text: String,
    chunks: Vec<Chunk>,
    /// The declared classes alone.
    classes: Trace,
    /// The components of objects that lines bring together. Others are components alone.
    components: HashMap<u64, u64>,
}

/// Some lines of the text.
struct Chunk {
    bytes: Range<usize>,
    /// The number of lines before it.
    before: u32,
}

/// A line with an event, and its component.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Item {
    line: u32,
    place: Option<String>,
    component: u64,
    occurrence: Occurrence,
}

impl Item {
    /// The component. Items with equal ones go to one shard.
    pub fn component(&self) -> u64 {
        self.component
    }
}

/// The parts of a chunk that must fit those of the chunks before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Check {
    chunk: usize,
    /// Each line is one by itself.
    is_right: bool,
    times: Option<(u64, u64)>,
    /// For each thread how many program points it has entered more than left, and the least of that.
    open: BTreeMap<Option<String>, (i64, i64)>,
    /// The program ends, and lines follow.
    ends: (bool, bool),
    /// There are lines with a meaning.
    has_lines: bool,
}

/// A chunk that was read.
pub struct Chunked {
    /// Its events.
    pub items: Vec<Item>,
    /// The ends of the chunk, which the chunks beside it must fit.
    pub check: Check,
}

impl Job {
    /// Prepares the run of a trace, on some threads. The results do not depend on their number.
    ///
    /// # Errors
    /// Why all its instances belong together, in half a sentence.
    pub fn new(
        specification: Specification,
        file: &str,
        text: &str,
        threads: usize,
    ) -> Result<Job, String> {
        let joins = Partition::of(&specification)?.joins;
        let (chunks, declarations) = chunks(text);
        let source = Source::new(file, &declarations);
        let (classes, findings) = read_lines(&source);
        if !findings.is_empty() {
            return Err("a class is not well formed".to_owned());
        }
        let mut job = Job {
            specification,
            file: file.to_owned(),
            text: text.to_owned(),
            chunks,
            classes,
            components: HashMap::new(),
        };
        if joins {
            job.components = job.join(threads.max(1));
        }
        Ok(job)
    }

    /// The number of chunks.
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Finds the components of all objects that a line brings together.
    fn join(&self, threads: usize) -> HashMap<u64, u64> {
        let mut parents = std::thread::scope(|scope| {
            let own = |thread: usize| scope.spawn(move || self.joined(thread, threads));
            let others: Vec<_> = (1..threads).map(own).collect();
            let mut parents = self.joined(0, threads);
            for other in others {
                let pairs = other.join().expect("reading does not panic");
                pairs
                    .iter()
                    .for_each(|(one, other)| union(&mut parents, *one, *other));
            }
            parents
        });
        let nodes: Vec<u64> = parents.keys().copied().collect();
        let mut roots = HashMap::with_capacity(nodes.len());
        for node in nodes {
            roots.insert(node, find(&mut parents, node));
        }
        roots
    }

    /// The objects that every `of`-th chunk brings together, each with another one of its component.
    fn joined(&self, first: usize, of: usize) -> HashMap<u64, u64> {
        let mut parents = HashMap::new();
        for chunk in (first..self.chunks.len()).step_by(of) {
            self.each(chunk, &mut |_, _, nodes| {
                if let Some((first, others)) = nodes.split_first() {
                    others
                        .iter()
                        .for_each(|other| union(&mut parents, *first, *other));
                }
            });
        }
        parents
    }

    /// Reads a chunk.
    pub fn read(&self, chunk: usize) -> Chunked {
        let mut items = Vec::new();
        let check = self.each(chunk, &mut |line, occurrence, nodes| {
            let component = nodes.first().map_or(partition::GLOBAL, |node| {
                self.components.get(node).copied().unwrap_or(*node)
            });
            items.push(Item {
                line: line.span.line,
                place: line.place.clone(),
                component,
                occurrence,
            });
        });
        Chunked { items, check }
    }

    /// Calls a function with each event of a chunk and its objects.
    fn each(&self, chunk: usize, with: &mut dyn FnMut(&Line, Occurrence, &[u64])) -> Check {
        let Chunk { bytes, before } = &self.chunks[chunk];
        let source = Source::new(&self.file, &self.text[bytes.clone()]);
        let (mut trace, findings) = read_lines(&source);
        let mut check = Check {
            chunk,
            is_right: findings.is_empty(),
            times: None,
            open: BTreeMap::new(),
            ends: (false, false),
            has_lines: !trace.lines.is_empty(),
        };
        let planner = Planner::new(&self.specification, &source);
        let partition = Partition::of(&self.specification).expect("it was checked before");
        let mut nodes = Vec::new();
        for line in &mut trace.lines {
            check.line(line);
            match planner.line(line) {
                Err(_) => check.is_right = false,
                Ok(Planned::End) => check.ends.0 = true,
                Ok(Planned::Nothing) => {}
                Ok(Planned::Event(occurrence)) => {
                    partition.nodes(&occurrence, &mut nodes);
                    line.span.line += before;
                    with(line, occurrence, &nodes);
                }
            }
        }
        check
    }

    /// A shard without components.
    pub fn shard(&self) -> Shard {
        Shard {
            components: HashMap::new(),
            reports: Vec::new(),
            is_undecided: false,
        }
    }

    /// The run, from the results of all shards and the checks of all chunks.
    ///
    /// None if a line does not fit the others, or a value is missing that a shard needs. Then the whole trace must be
    /// run as one.
    pub fn merge(&self, checks: &[Check], shards: Vec<Ended>) -> Option<Run> {
        let is_undecided = shards.iter().any(|shard| shard.is_undecided);
        if is_undecided || !fit(checks) || checks.len() != self.chunks.len() {
            return None;
        }
        let mut reports = Vec::new();
        let mut instances = Vec::new();
        for shard in shards {
            reports.extend(shard.reports);
            instances.extend(shard.instances);
        }
        // All reports of a line come from one shard, in their order.
        reports.sort_by_key(|(line, _)| *line);
        instances.sort_by_key(|instance: &EndedInstance| (instance.line, instance.number));
        let observations = reports.into_iter().map(|(line, report)| Observation {
            line,
            place: report.place.clone(),
            instance: report.instance.clone(),
            seen: Seen::Reported(report),
        });
        let instances = instances.into_iter().map(|instance| FinalInstance {
            context: ContextId::from_usize(instance.context),
            name: instance.name,
            states: instance
                .states
                .into_iter()
                .map(|(property, state)| (property, StateId::from_usize(state)))
                .collect(),
            variables: BTreeMap::new(),
        });
        Some(Run {
            observations: observations.collect(),
            instances: instances.collect(),
            undecided: None,
        })
    }
}

/// The components of one worker.
pub struct Shard {
    components: HashMap<u64, Instances>,
    reports: Vec<(u32, Report)>,
    /// A value was missing.
    is_undecided: bool,
}

/// The results of a shard.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ended {
    reports: Vec<(u32, Report)>,
    instances: Vec<EndedInstance>,
    is_undecided: bool,
}

/// An instance at the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct EndedInstance {
    /// The line that made it.
    line: u32,
    /// Its number in its component.
    number: usize,
    context: usize,
    name: String,
    states: Vec<(usize, usize)>,
}

impl Shard {
    /// Runs events, which need not be in their order. They come after all events of earlier calls.
    pub fn take(&mut self, job: &Job, mut items: Vec<Item>) {
        items.sort_by_key(|item| item.line);
        let mut interpreter = job.interpreter();
        for item in items {
            if self.is_undecided {
                return;
            }
            interpreter.line = item.line;
            interpreter.instances = self.components.remove(&item.component).unwrap_or_default();
            let judged = interpreter.item(job, &item);
            self.is_undecided |= judged.is_err();
            let instances = std::mem::take(&mut interpreter.instances);
            self.components.insert(item.component, instances);
            for observation in interpreter.observations.drain(..) {
                if let Seen::Reported(report) = observation.seen {
                    self.reports.push((item.line, report));
                }
            }
        }
    }

    /// Ends the run. The first shard has the global instance.
    pub fn finish(mut self, job: &Job, is_first: bool) -> Ended {
        let mut interpreter = job.interpreter();
        let mut instances = Vec::new();
        if is_first {
            let global = self.components.entry(partition::GLOBAL).or_default();
            interpreter.instances = std::mem::take(global);
            self.is_undecided |= interpreter.begin().is_err();
            *global = std::mem::take(&mut interpreter.instances);
        }
        let mut components: Vec<(u64, Instances)> = self.components.into_iter().collect();
        components.sort_unstable_by_key(|(component, _)| *component);
        for (component, own) in components {
            interpreter.instances = own;
            for id in interpreter.instances.alive() {
                if id == GLOBAL && component != partition::GLOBAL {
                    continue;
                }
                let ended = interpreter.final_instance(id);
                let states = ended.states.iter();
                instances.push(EndedInstance {
                    line: interpreter.instances[id].line,
                    number: id.index(),
                    context: ended.context.index(),
                    name: ended.name,
                    states: states
                        .map(|(&property, state)| (property, state.index()))
                        .collect(),
                });
            }
        }
        Ended {
            reports: self.reports,
            instances,
            is_undecided: self.is_undecided,
        }
    }
}

impl Job {
    fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(
            &self.specification,
            &self.classes,
            Times::Unknown,
            &|_, _| true,
        )
    }
}

impl Interpreter<'_> {
    /// Makes the global instance of a component, unless it is there.
    fn begin(&mut self) -> super::Judged<()> {
        if self.instances.is_empty() {
            let line = std::mem::take(&mut self.line);
            self.create(ContextId::from_raw(0), None, Vec::new())?;
            self.line = line;
        }
        Ok(())
    }

    fn item(&mut self, job: &Job, item: &Item) -> super::Judged<()> {
        self.begin()?;
        let place = item.place.clone();
        self.place = place.unwrap_or_else(|| format!("{}:{}", job.file, item.line));
        self.occur(&item.occurrence)
    }
}

impl Check {
    fn line(&mut self, line: &Line) {
        self.ends.1 |= self.ends.0;
        if let Some(time) = line.time {
            let (first, last) = self.times.unwrap_or((time, time));
            self.is_right &= last <= time;
            self.times = Some((first, time));
        }
        let step = match line.passage {
            Some(Passage::Entered) => 1,
            Some(Passage::Left) => -1,
            None => return,
        };
        let (open, least) = self.open.entry(line.thread.clone()).or_default();
        *open += step;
        *least = (*least).min(*open);
    }
}

/// Checks whether the chunks of a trace fit each other.
fn fit(checks: &[Check]) -> bool {
    let mut checks: Vec<&Check> = checks.iter().collect();
    checks.sort_by_key(|check| check.chunk);
    let (mut time, mut ended) = (0, false);
    let mut open: BTreeMap<&Option<String>, i64> = BTreeMap::new();
    for check in checks {
        let (first, last) = check.times.unwrap_or((time, time));
        let more = check.ends.1 || ended && check.has_lines;
        if !check.is_right || first < time || more {
            return false;
        }
        (time, ended) = (last, ended || check.ends.0);
        for (thread, (change, least)) in &check.open {
            let open = open.entry(thread).or_default();
            if *open + least < 0 {
                return false;
            }
            *open += change;
        }
    }
    true
}

/// The chunks of a text, and its declarations of classes.
fn chunks(text: &str) -> (Vec<Chunk>, String) {
    let (mut chunks, mut declarations) = (Vec::new(), String::new());
    let (mut start, mut at, mut first, mut number) = (0, 0, 0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        number += 1;
        if line.trim_start().starts_with("class") {
            declarations += line;
        }
        if at - start >= CHUNK || at == text.len() {
            chunks.push(Chunk {
                bytes: start..at,
                before: first,
            });
            (start, first) = (at, number);
        }
    }
    (chunks, declarations)
}

/// The representative of a node.
fn find(parents: &mut HashMap<u64, u64>, node: u64) -> u64 {
    let mut root = node;
    while let Some(&parent) = parents.get(&root).filter(|&&parent| parent != root) {
        root = parent;
    }
    let mut next = node;
    while next != root {
        let parent = parents.insert(next, root).unwrap_or(root);
        next = parent;
    }
    root
}

fn union(parents: &mut HashMap<u64, u64>, one: u64, other: u64) {
    parents.entry(one).or_insert(one);
    parents.entry(other).or_insert(other);
    let (one, other) = (find(parents, one), find(parents, other));
    parents.insert(one.max(other), one.min(other));
}
