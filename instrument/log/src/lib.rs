//! Recorded runs: class files that log the events of their threads, and the order of what they
//! have logged.
//!
//! [`weave()`] makes class files that record; a run of them leaves a folder, and [`Merge`] puts
//! what its threads have logged into one order, as [`predict`] reads it. With a [`Schedule`], a run of
//! the same classes has the events in a given order instead.
//!
//! Glossary: a *site* is a place in a class file with an event; a *stripe* is a lock of the
//! recorder that makes an access and its entry in the log one step; a *ticket* is the number of an
//! event among those of its stripe; a *region* is a part of a file that one thread writes to.

mod kind;
mod library;
mod merge;
mod models;
mod names;
mod raw;
mod schedule;
mod sites;
mod stacks;
mod touches;
mod weave;

pub use merge::{Merge, Stop};
pub use raw::{RawError, Refusal, is_recorded, refusal, runs};
pub use schedule::{Foreign, SCHEDULE, Schedule, Verdict};
pub use weave::{Report, Request, Skipped, weave};
