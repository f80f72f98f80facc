//! From the events of each thread to one order of all events.
//!
//! Each event but a decision has a ticket of its stripe. An event is next if it is the next of its thread and has
//! the next ticket. A join comes after all events of its thread. So the order keeps that of each
//! thread and that of each variable and lock, and is one in which the run may have happened. A
//! thread goes on as long as it can.

use std::collections::VecDeque;
use std::fmt;
use std::path::Path;

use predict::trace::{Event, Recorder, Tables};

use crate::kind::{self, BRANCH, ELEMENT, JOIN, PEEK, SHAPE, STRIPES, TOUCH};
use crate::names::Names;
use crate::raw::{Raw, RawError, RawEvent, Stream};
use crate::touches::Touches;

/// Why the order ends before all events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// An event is missing that others wait for: the process was killed, or its disk was full.
    Missing {
        /// The number of threads with events that have no place.
        threads: usize,
    },
    /// An event that no run can have at its place.
    Refused {
        /// The thread.
        thread: String,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Missing { threads } => write!(
                f,
                "events are missing that those of {threads} threads wait for: the process was killed, or its disk was full"
            ),
            Stop::Refused { thread, reason } => {
                write!(
                    f,
                    "an event of the thread `{thread}` does not fit: {reason}"
                )
            }
        }
    }
}

/// The order of one recorded run, event by event. Memory: one region for each thread, and the
/// names.
///
/// See [`Merge::open`] for how to read a folder.
#[derive(Debug)]
pub struct Merge {
    raw: Raw,
    names: Names,
    recorder: Recorder,
    threads: Vec<Thread>,
    /// The next ticket of each stripe.
    next: Vec<u32>,
    /// The threads whose next event waits for a ticket of a stripe.
    waiting: Vec<Vec<usize>>,
    ready: VecDeque<usize>,
    touches: Touches,
    /// Events that the latest one of the log stands for, each with its thread.
    pending: VecDeque<(usize, RawEvent)>,
    stop: Option<Stop>,
    leaves_out: bool,
}

#[derive(Debug)]
struct Thread {
    /// Its next event is in memory, if there is one.
    stream: Stream,
    has_ended: bool,
    /// Threads that wait for the end of this one.
    joining: Vec<usize>,
    /// It has read something that is not left out since its last decision.
    has_read: bool,
}

impl Merge {
    /// Opens the folder of a recorded run.
    ///
    /// # Errors
    /// A file cannot be read.
    ///
    /// ```no_run
    /// let mut merge = recording::Merge::open(std::path::Path::new("residua-log/1-2"))?;
    /// while let Some(event) = merge.next_event()? {
    ///     println!("{:?}", event.action);
    /// }
    /// # Ok::<(), recording::RawError>(())
    /// ```
    pub fn open(folder: &Path) -> Result<Self, RawError> {
        let raw = Raw::open(folder)?;
        let definitions = raw.definitions()?;
        let touches = Touches::new(&raw, &definitions)?;
        let names = Names::new(&raw, definitions);
        let mut threads = Vec::new();
        for number in 0..raw.threads() {
            threads.push(Thread {
                stream: Stream::new(number),
                has_ended: number == 0,
                joining: Vec::new(),
                has_read: false,
            });
        }
        let mut merge = Merge {
            raw,
            names,
            recorder: Recorder::default(),
            threads,
            next: vec![0; STRIPES],
            waiting: vec![Vec::new(); STRIPES],
            ready: VecDeque::new(),
            touches,
            pending: VecDeque::new(),
            stop: None,
            leaves_out: false,
        };
        for number in 1..merge.threads.len() {
            merge.settle(number)?;
            merge.ready.push_back(number);
        }
        Ok(merge)
    }

    /// The same order without the accesses that no two threads are in conflict about, where the
    /// classes were woven to record them nevertheless, and without decisions that depend on nothing
    /// else: as if they had not been recorded.
    pub fn without_unshared(mut self) -> Self {
        self.leaves_out = true;
        self
    }

    /// Returns whether an event is left out.
    fn is_left_out(&mut self, thread: usize, raw: &RawEvent) -> bool {
        if !self.leaves_out {
            return false;
        }
        let is_unshared = self.names.is_unshared(raw.site);
        let Thread { has_read, .. } = &mut self.threads[thread];
        if raw.kind & !SHAPE == BRANCH {
            return !std::mem::take(has_read);
        }
        *has_read |= !is_unshared && kind::reads(raw.kind);
        is_unshared
    }

    /// The next event of the order; none at its end.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn next_event(&mut self) -> Result<Option<Event>, RawError> {
        while let Some((thread, raw)) = self.next_raw()? {
            if let Some(event) = self.named(thread, &raw) {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// The next event of the log with its thread, or of what it stands for; none at the end.
    fn next_raw(&mut self) -> Result<Option<(usize, RawEvent)>, RawError> {
        if let Some(pending) = self.pending.pop_front() {
            return Ok(Some(pending));
        }
        while let Some(&thread) = self.ready.front() {
            let Some(mut raw) = self.threads[thread].stream.head() else {
                self.ready.pop_front();
                continue;
            };
            if !self.is_next(thread, &raw) {
                self.ready.pop_front();
                continue;
            }
            self.take(&raw);
            self.threads[thread].stream.skip(&self.raw)?;
            self.settle(thread)?;
            if self.is_left_out(thread, &raw) {
                continue;
            }
            if raw.kind & SHAPE == ELEMENT && self.touches.hides_value(raw.object, raw.index) {
                raw.value = None;
            }
            if !matches!(raw.kind & !SHAPE, PEEK | TOUCH) {
                return Ok(Some((thread, raw)));
            }
            self.touch(thread, &raw);
            if let Some(pending) = self.pending.pop_front() {
                return Ok(Some(pending));
            }
        }
        let threads = self.threads.iter();
        let left = threads.filter(|thread| thread.stream.head().is_some());
        let left = left.count();
        if left > 0 && self.stop.is_none() {
            self.stop = Some(Stop::Missing { threads: left });
        }
        Ok(None)
    }

    /// Adds what a touch stands for.
    fn touch(&mut self, thread: usize, raw: &RawEvent) {
        let Some(touched) = self.touches.of(raw.object) else {
            return;
        };
        if touched.is_shared() {
            self.pending.push_back((thread, *raw));
        }
        let elements = touched.elements.iter().map(|&index| RawEvent {
            kind: raw.kind & !SHAPE | ELEMENT,
            index,
            ..*raw
        });
        self.pending.extend(elements.map(|raw| (thread, raw)));
    }

    /// The event of the trace for one of the log; none if it is none, or ends the order.
    fn named(&mut self, thread: usize, raw: &RawEvent) -> Option<Event> {
        let event = match self.names.event(thread, raw, &mut self.recorder) {
            Ok(event) => event?,
            Err(unknown) => {
                self.refuse(thread, &unknown);
                return None;
            }
        };
        match self.recorder.follow(event) {
            Ok(event) => event,
            Err(refusal) => {
                self.refuse(thread, &refusal);
                None
            }
        }
    }

    /// Ends the order at an event of a thread.
    fn refuse(&mut self, thread: usize, reason: &dyn fmt::Display) {
        self.stop = Some(Stop::Refused {
            thread: self.names.thread_name(thread),
            reason: reason.to_string(),
        });
        self.ready.clear();
        self.pending.clear();
    }

    /// Why the order has ended before all events; none if it has all.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// The names so far.
    pub fn tables(&self) -> &Tables {
        self.recorder.tables()
    }

    /// Returns whether an event is the next of the order. If it is not, its thread waits for what
    /// comes before it.
    fn is_next(&mut self, thread: usize, raw: &RawEvent) -> bool {
        if !kind::has_ticket(raw.kind) {
            return true;
        }
        let stripe = stripe(raw);
        if raw.ticket != self.next[stripe] {
            self.waiting[stripe].push(thread);
            return false;
        }
        if raw.kind & !SHAPE == JOIN
            && let Some(joined) = self.names.thread_of(raw.object)
            && let Some(joined) = self.threads.get_mut(joined)
            && !joined.has_ended
        {
            joined.joining.push(thread);
            return false;
        }
        true
    }

    fn take(&mut self, raw: &RawEvent) {
        if !kind::has_ticket(raw.kind) {
            return;
        }
        let stripe = stripe(raw);
        self.next[stripe] = self.next[stripe].wrapping_add(1);
        self.ready.extend(self.waiting[stripe].drain(..));
    }

    /// Brings the next event of a thread into memory. If there is none, the thread has ended.
    fn settle(&mut self, thread: usize) -> Result<(), RawError> {
        let Thread {
            stream,
            has_ended,
            joining,
            ..
        } = &mut self.threads[thread];
        if stream.head().is_none() {
            stream.settle(&self.raw)?;
            if stream.head().is_none() {
                *has_ended = true;
                self.ready.extend(joining.drain(..));
            }
        }
        Ok(())
    }
}

/// The stripe of an event, as `Stripes.java` has it.
fn stripe(raw: &RawEvent) -> usize {
    let key = match raw.kind & SHAPE {
        ELEMENT => raw
            .object
            .wrapping_add(31_i32.wrapping_mul((raw.index >> 4) as i32)),
        _ => raw.object,
    };
    ((key as u32).wrapping_mul(0x9E37_79B1) >> 20) as usize
}
