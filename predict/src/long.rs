//! Long runs, which are predicted window by window.
//!
//! The whole run passes through the detector of races by the schedulable happens-before order, which keeps no
//! events. The complete searches see one window of the run at a time. Each window takes over the state at its
//! border, so every report is one about the run: its witness is the run up to the window, and then
//! a reordering of the window. A report whose events lie in two windows can be missing, unless it is a race that the
//! order shows.
//!
//! Windows need nothing of each other, so several [`Share`]s can be judged at the same time. [`merge`] makes
//! one prediction of their parts, which does not depend on how many there are.
//!
//! ```
//! use predict::Settings;
//! use predict::long::{Share, Source, judge, merge};
//!
//! // The third event begins another window, in which the first thread still holds the lock.
//! let text = "T0|fork(T1)|1\nT0|acq(l)|2\nT0|w(x)|3\nT0|rel(l)|4\nT1|w(x)|5\n";
//! let open = || Source::new("run.std", text.as_bytes());
//! let part = judge(open()?, &Settings::default(), 2, Share::WHOLE)?;
//! let prediction = merge(vec![part], open)?;
//! assert_eq!(prediction.reports[0].lines, ["3", "5"]);
//! assert_eq!(prediction.reports[0].witness.iter().collect::<Vec<_>>(), [0, 1]);
//! # Ok::<(), text::Diagnostic>(())
//! ```

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{BufRead, Read};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use text::{Diagnostic, Span};

use crate::border::Border;
use crate::log::{Blocks, Damage, is_log};
use crate::prediction::{Prediction, Settings, Undecided, predict, predict_after};
use crate::properties::Unpredictable;
use crate::report::{Kind, Method, Positions, Report, Step, by_number};
use crate::shb::{Detector, Race, Witnesses};
use crate::trace::{Action, Event, LineId, Reader, Tables, Trace, unpacked};

/// The runs of positions that the witnesses of races by happens-before may have together. Each
/// takes eight bytes.
const WITNESS_RUNS: usize = 1 << 24;

/// The windows that share the steps of the searches of one run. A run has many windows, and each
/// of them may have candidates that take all steps there are.
const WINDOWS_OF_STEPS: u64 = 16;

/// The most events of a run, since positions are 32 bits wide.
const EVENTS: usize = u32::MAX as usize - 1;

/// The events of a run, one by one: a log, or STD.
pub struct Source<'s> {
    form: Form<'s>,
    /// The events of a block that are not yet given.
    block: Vec<Event>,
    next: usize,
    damage: Option<Damage>,
    file: String,
    count: usize,
}

enum Form<'s> {
    Log(Box<Blocks<Box<dyn Read + Send + 's>>>),
    Std(Box<Reader<Box<dyn BufRead + 's>>>),
}

impl<'s> Source<'s> {
    /// The events of an input. Its first bytes say whether it is a log.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn new(file: &str, input: impl Read + Send + 's) -> Result<Source<'s>, Diagnostic> {
        let unreadable = |error: std::io::Error| {
            let message = format!("cannot read it: {error}");
            Diagnostic::error(file, Span::default(), "unreadable", message)
        };
        let mut input = std::io::BufReader::with_capacity(1 << 20, input);
        let form = if is_log(input.fill_buf().map_err(unreadable)?) {
            Form::Log(Box::new(Blocks::new(Box::new(input))))
        } else {
            let input = unpacked(input).map_err(unreadable)?;
            Form::Std(Box::new(Reader::new(file, input)))
        };
        Ok(Source {
            form,
            block: Vec::new(),
            next: 0,
            damage: None,
            file: file.to_owned(),
            count: 0,
        })
    }

    /// The next event. None at the end, and where a log is damaged.
    ///
    /// # Errors
    /// If a line of STD is damaged, or the run is too long.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<Event>, Diagnostic> {
        if let Some(&event) = self.block.get(self.next) {
            self.next += 1;
            self.count += 1;
            return Ok(Some(event));
        }
        self.refill()
    }

    fn refill(&mut self) -> Result<Option<Event>, Diagnostic> {
        if self.count >= EVENTS {
            let message = format!("it has more than {EVENTS} events");
            let finding = Diagnostic::error(&self.file, Span::default(), "too-long", message);
            return Err(finding.with_help("record a shorter run"));
        }
        let event = match &mut self.form {
            Form::Std(reader) => reader.next_event()?,
            Form::Log(blocks) => {
                self.block.clear();
                match blocks.next_block() {
                    Ok(block) => self.block.extend_from_slice(block.unwrap_or_default()),
                    Err(damage) => self.damage = Some(damage),
                }
                self.next = 1;
                self.block.first().copied()
            }
        };
        self.count += usize::from(event.is_some());
        Ok(event)
    }

    /// Where the log is damaged.
    pub fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }

    /// The findings so far about lines of STD.
    pub fn findings(&self) -> &[Diagnostic] {
        match &self.form {
            Form::Log(_) => &[],
            Form::Std(reader) => reader.findings(),
        }
    }

    /// The names so far.
    pub fn tables(&self) -> &Tables {
        match &self.form {
            Form::Log(blocks) => blocks.tables(),
            Form::Std(reader) => reader.tables(),
        }
    }

    fn tables_mut(&mut self) -> &mut Tables {
        match &mut self.form {
            Form::Log(blocks) => blocks.tables_mut(),
            Form::Std(reader) => reader.tables_mut(),
        }
    }

    /// Appends events until there are `limit`. False at the end.
    fn fill(&mut self, events: &mut Vec<Event>, limit: usize) -> Result<bool, Diagnostic> {
        while events.len() < limit {
            match self.next_event()? {
                Some(event) => events.push(event),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// The windows of a run that one worker judges: every `of`-th one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The number of the first window.
    pub number: usize,
    /// How many workers there are.
    pub of: usize,
}

impl Share {
    /// All windows.
    pub const WHOLE: Share = Share { number: 0, of: 1 };

    fn has(self, window: usize) -> bool {
        window % self.of == self.number
    }
}

/// The results of some windows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The number of events of the run.
    pub events: usize,
    /// The number of windows of the run.
    pub windows: usize,
    /// The damage of the log, as a sentence and its place.
    pub damage: Option<(u64, u64, String)>,
    /// The findings about lines of the run.
    pub findings: Vec<Diagnostic>,
    /// The first property event that windows do not take over: properties are not predicted from here on.
    pub cut: Option<usize>,
    /// The reports with their windows: of those that are alike the first.
    reports: Vec<(usize, Report)>,
    /// The windows with marked transactions, from the first one on.
    marked: Option<usize>,
    undecided: Undecided,
    refused: usize,
    /// The number of reads with another value than was there, and the first of them.
    strange: usize,
    first_strange: Option<(usize, String)>,
    unpredictable: Vec<Unpredictable>,
    unknown_events: Vec<String>,
    /// The races by happens-before, if this part looked for them.
    races: Vec<Ordered>,
}

/// The parts of a report that make it differ from others.
type Key = (Kind, Vec<String>, Option<[String; 5]>);

fn key(report: &Report) -> Key {
    let violation = report.violation.as_ref().map(|violation| {
        [
            &violation.property,
            &violation.state,
            &violation.event,
            &violation.line,
            &violation.instance,
        ]
        .map(String::clone)
    });
    (report.kind, report.lines.clone(), violation)
}

/// Judges the windows of a share, each with at most `window` events. A run that is no longer is one window.
///
/// # Errors
/// If the run cannot be read.
pub fn judge(
    mut source: Source<'_>,
    settings: &Settings,
    window: usize,
    share: Share,
) -> Result<Part, Diagnostic> {
    let mut part = Part::default();
    let mut found: BTreeMap<Key, (usize, Report)> = BTreeMap::new();
    let mut events = Vec::new();
    let mut more = source.fill(&mut events, window.saturating_add(1))?;
    if !more {
        part.windows = 1;
        part.events = events.len();
        if share.has(0) {
            let tables = std::mem::take(source.tables_mut());
            let trace = Trace { tables, events };
            let prediction = predict(&trace, settings);
            part.add(0, prediction, |position| trace.line(position), &mut found);
        }
    } else {
        let mut border = Border::default();
        let mut detector = (share.number == 0 && settings.races).then(Detector::default);
        while !events.is_empty() {
            let length = events.len().min(window);
            let number = part.windows;
            part.windows += 1;
            if share.has(number) {
                let mut settings = settings.clone();
                settings.steps /= WINDOWS_OF_STEPS;
                if border.cut.is_some() {
                    settings.properties.clear();
                }
                let tables = std::mem::take(source.tables_mut());
                let window = border.window(tables, &events[..length]);
                let mut prediction = predict_after(&window.trace, &window.inherited, &settings);
                for report in &mut prediction.reports {
                    window.place(report);
                }
                for strange in &mut prediction.strange {
                    *strange = window.position(*strange);
                }
                let start = border.events;
                let line = |position: usize| {
                    let line = events[position - start].line;
                    window.trace.tables.lines.name(line.index())
                };
                part.add(number, prediction, line, &mut found);
                *source.tables_mut() = window.trace.tables;
            }
            for &event in &events[..length] {
                if event.action == Action::Begin {
                    part.marked.get_or_insert(number);
                }
                border.observe(event);
                if let Some(detector) = &mut detector {
                    detector.observe(event);
                }
            }
            events.drain(..length);
            more = more && source.fill(&mut events, window.saturating_add(1))?;
        }
        part.events = border.events;
        part.cut = border.cut.filter(|_| !settings.properties.is_empty());
        let races = detector.iter().flat_map(Detector::first_races);
        part.races = races
            .map(|(lines, race)| Ordered::new(race, *lines, source.tables()))
            .collect();
    }
    part.findings = source.findings().to_vec();
    let damage = source.damage().cloned();
    part.damage = damage.map(|damage| (damage.offset, damage.events, damage.reason));
    part.reports = found.into_values().collect();
    Ok(part)
}

impl Part {
    /// Adds the results of a window, in the order of windows.
    fn add<'l>(
        &mut self,
        window: usize,
        prediction: Prediction,
        line: impl Fn(usize) -> &'l str,
        found: &mut BTreeMap<Key, (usize, Report)>,
    ) {
        for report in prediction.reports {
            if let Entry::Vacant(entry) = found.entry(key(&report)) {
                entry.insert((window, report));
            }
        }
        let undecided = prediction.undecided;
        self.undecided.races += undecided.races;
        self.undecided.deadlocks += undecided.deadlocks;
        self.undecided.atomicity += undecided.atomicity;
        self.undecided.properties += undecided.properties;
        self.refused += prediction.refused;
        self.strange += prediction.strange.len();
        if let (None, Some(&first)) = (&self.first_strange, prediction.strange.first()) {
            self.first_strange = Some((first, line(first).to_owned()));
        }
        extend(&mut self.unpredictable, prediction.unpredictable);
        extend(&mut self.unknown_events, prediction.unknown_events);
    }
}

/// Appends the elements that a list has not.
fn extend<T: PartialEq>(list: &mut Vec<T>, more: Vec<T>) {
    for element in more {
        if !list.contains(&element) {
            list.push(element);
        }
    }
}

/// The prediction of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Long {
    /// The prediction. It has only the first of the strange reads.
    pub prediction: Prediction,
    /// The number of reads whose value is not what was there, and the line of the first of them.
    pub strange: Option<(usize, String)>,
    /// The number of events of the run.
    pub events: usize,
    /// The number of windows of the run.
    pub windows: usize,
    /// The findings about lines of the run.
    pub findings: Vec<Diagnostic>,
    /// The damage of the log.
    pub damage: Option<Damage>,
    /// The first property event that windows do not take over.
    pub cut: Option<usize>,
}

impl std::ops::Deref for Long {
    type Target = Prediction;

    fn deref(&self) -> &Prediction {
        &self.prediction
    }
}

/// Makes one prediction of the parts of all shares. `open` opens the run again, for the witnesses of
/// races that no window has shown.
///
/// # Errors
/// If the run cannot be read again.
pub fn merge<'s>(
    parts: Vec<Part>,
    open: impl FnOnce() -> Result<Source<'s>, Diagnostic>,
) -> Result<Long, Diagnostic> {
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    let mut found: BTreeMap<Key, (usize, Report)> = BTreeMap::new();
    let mut add = |reports: Vec<(usize, Report)>| {
        for (window, report) in reports {
            match found.entry(key(&report)) {
                Entry::Occupied(entry) if entry.get().0 <= window => {}
                Entry::Occupied(mut entry) => _ = entry.insert((window, report)),
                Entry::Vacant(entry) => _ = entry.insert((window, report)),
            }
        }
    };
    add(std::mem::take(&mut all.reports));
    for part in parts {
        add(part.reports);
        all.undecided.races += part.undecided.races;
        all.undecided.deadlocks += part.undecided.deadlocks;
        all.undecided.atomicity += part.undecided.atomicity;
        all.undecided.properties += part.undecided.properties;
        all.refused += part.refused;
        all.strange += part.strange;
        let firsts = [all.first_strange, part.first_strange];
        all.first_strange = firsts.into_iter().flatten().min();
        extend(&mut all.unpredictable, part.unpredictable);
        extend(&mut all.unknown_events, part.unknown_events);
        extend(&mut all.races, part.races);
    }

    let mut reports: Vec<Report> = found
        .into_values()
        .filter(|(window, report)| {
            // Critical sections are transactions only in a run without marked ones.
            report.kind != Kind::Atomicity || all.marked.is_none_or(|first| *window >= first)
        })
        .map(|(_, report)| report)
        .collect();
    if all.windows > 1 {
        keep_smallest(&mut reports);
        all.undecided.races += add_races(all.races, &mut reports, open)?;
    }
    reports.sort_by(|first, second| first.order(second));
    all.unknown_events.sort_unstable();
    let count = all.strange;
    let (first, line) = all.first_strange.unzip();
    Ok(Long {
        prediction: Prediction {
            reports,
            undecided: all.undecided,
            refused: all.refused,
            strange: first.into_iter().collect(),
            unpredictable: all.unpredictable,
            unknown_events: all.unknown_events,
        },
        strange: line.map(|line| (count, line)),
        events: all.events,
        windows: all.windows,
        findings: all.findings,
        damage: all.damage.map(|(offset, events, reason)| Damage {
            offset,
            events,
            reason,
        }),
        cut: all.cut,
    })
}

/// Leaves atomicity violations out that contain the lines of another one.
fn keep_smallest(reports: &mut Vec<Report>) {
    let is_atomicity = |report: &&Report| report.kind == Kind::Atomicity;
    let all: Vec<Vec<String>> = reports
        .iter()
        .filter(is_atomicity)
        .map(|report| report.lines.clone())
        .collect();
    reports.retain(|report| {
        report.kind != Kind::Atomicity || !all.iter().any(|lines| contains(&report.lines, lines))
    });
}

/// Checks whether a multiset of lines has all of another one and more. Both are ascending.
fn contains(larger: &[String], smaller: &[String]) -> bool {
    let mut rest = larger.iter();
    larger.len() > smaller.len() && smaller.iter().all(|line| rest.any(|other| other == line))
}

/// Adds the races that no window has shown. Returns the number of those whose witnesses are too large.
fn add_races<'s>(
    races: Vec<Ordered>,
    reports: &mut Vec<Report>,
    open: impl FnOnce() -> Result<Source<'s>, Diagnostic>,
) -> Result<usize, Diagnostic> {
    let known = |race: &Ordered| {
        let mut races = reports.iter().filter(|report| report.kind == Kind::Race);
        races.any(|report| report.lines == race.lines)
    };
    let mut missing: Vec<Ordered> = races.into_iter().filter(|race| !known(race)).collect();
    if missing.is_empty() {
        return Ok(0);
    }
    // Races that are close to each other have the smallest witnesses.
    missing.sort_by_key(|race| race.race.positions[1] - race.race.positions[0]);
    let races = missing.iter().map(|missing| missing.race.clone());
    let mut witnesses = Witnesses::new(races.collect(), WITNESS_RUNS);
    let mut source = open()?;
    let last = missing.iter().map(|missing| missing.race.positions[1] + 1);
    let end = last.fold(witnesses.end(), usize::max);
    let mut steps: FxHashMap<usize, Step> = FxHashMap::default();
    let positions = missing.iter().flat_map(|missing| missing.race.positions);
    let positions: FxHashSet<usize> = positions.collect();
    for position in 0..end {
        let Some(event) = source.next_event()? else {
            break;
        };
        if positions.contains(&position) {
            steps.insert(position, Step::new(position, event, source.tables()));
        }
        witnesses.observe(event);
    }
    let mut too_large = 0;
    for (race, witness) in missing.into_iter().zip(witnesses.finish()) {
        match witness {
            Some(witness) => {
                let own = race.race.positions.iter();
                let own = own.filter_map(|position| steps.get(position).cloned());
                let own = own.collect();
                reports.push(race.report(witness, own));
            }
            None => too_large += 1,
        }
    }
    Ok(too_large)
}

/// A race by happens-before, with its names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Ordered {
    lines: Vec<String>,
    threads: Vec<String>,
    variable: String,
    race: Race,
}

impl Ordered {
    fn new(race: &Race, lines: [LineId; 2], tables: &Tables) -> Ordered {
        let mut lines = lines.map(|line| tables.lines.name(line.index()).to_owned());
        lines.sort_unstable_by(|first, second| by_number(first, second));
        let mut threads = race
            .threads
            .map(|thread| tables.threads.name(thread).to_owned());
        threads.sort_unstable();
        Ordered {
            lines: lines.to_vec(),
            threads: threads.to_vec(),
            variable: tables.variables.name(race.variable).to_owned(),
            race: race.clone(),
        }
    }

    fn report(self, witness: Positions, steps: Vec<Step>) -> Report {
        // The run itself shows the race where the later access is the next event after the witness.
        let shown = witness.runs.len() <= 1
            && witness
                .iter()
                .last()
                .is_none_or(|last| last < self.race.positions[0]);
        let next = self.race.positions[0] + 1 == self.race.positions[1];
        Report {
            kind: Kind::Race,
            lines: self.lines,
            events: self.race.positions.to_vec(),
            steps,
            variables: vec![self.variable],
            locks: Vec::new(),
            threads: self.threads,
            method: if shown && next {
                Method::Run
            } else {
                Method::HappensBefore
            },
            witness,
            violation: None,
        }
    }
}
