//! Campaigns: many mutants in processes of their own, so that a panic, an overflow of the stack or
//! a loop without end is seen and traced to the mutant.

use std::fs::File;
use std::io::{Read, Seek};
use std::ops::Range;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::figures::Figures;

/// The variable that tells a process which mutants are its own: `from..to`.
pub const NUMBERS: &str = "DAMAGED_NUMBERS";

/// Mutants of one process.
const SHARE: u64 = 2_000;

/// A process may take so long, and so much longer for each mutant.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(240), Duration::from_millis(100));

/// A campaign's figures, and what went wrong.
#[derive(Default)]
pub struct Outcome {
    /// The figures of all mutants that did no harm.
    pub figures: Figures,
    /// One text for each mutant that did, with its number.
    pub failures: Vec<String>,
}

/// Runs `test` of this program for the mutants of `numbers`, in as many processes at a time as
/// there are processors.
pub fn run(test: &str, numbers: Range<u64>) -> Outcome {
    let outcome = Mutex::new(Outcome::default());
    let next = AtomicU64::new(numbers.start);
    let work = || {
        loop {
            let start = next.fetch_add(SHARE, Ordering::Relaxed);
            if start >= numbers.end {
                return;
            }
            let found = narrowed(test, start..numbers.end.min(start + SHARE));
            outcome.lock().expect("no panic").merge(found);
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| (0..processors).for_each(|_| drop(scope.spawn(work))));
    outcome.into_inner().expect("no panic")
}

impl Outcome {
    fn merge(&mut self, other: Outcome) {
        self.figures.merge(other.figures);
        other
            .failures
            .iter()
            .for_each(|failure| println!("{failure}"));
        self.failures.extend(other.failures);
    }
}

/// Runs a range; where something goes wrong its halves, down to single mutants.
fn narrowed(test: &str, numbers: Range<u64>) -> Outcome {
    let message = match attempt(test, &numbers) {
        Ok(figures) => {
            return Outcome {
                figures,
                failures: Vec::new(),
            };
        }
        Err(message) => message,
    };
    if numbers.end - numbers.start == 1 {
        return Outcome {
            figures: Figures::default(),
            failures: vec![format!("mutant {}: {message}", numbers.start)],
        };
    }
    let middle = numbers.start.midpoint(numbers.end);
    let mut outcome = narrowed(test, numbers.start..middle);
    outcome.merge(narrowed(test, middle..numbers.end));
    if outcome.failures.is_empty() {
        outcome
            .failures
            .push(format!("mutants {numbers:?} together: {message}"));
    }
    outcome
}

/// Runs a range in one process; what is wrong if it does not end well or not in time.
fn attempt(test: &str, numbers: &Range<u64>) -> Result<Figures, String> {
    let mut output = tempfile::tempfile().expect("a temporary file");
    let mut child = worker(test, numbers, &output);
    let limit = PATIENCE.0
        + PATIENCE.1 * u32::try_from(numbers.end - numbers.start).expect("a small range");
    let ended = ends_well(&mut child, limit);
    let mut text = Vec::new();
    output
        .rewind()
        .and_then(|()| output.read_to_end(&mut text))
        .expect("output");
    let text = String::from_utf8_lossy(&text).into_owned();
    match ended {
        Ok(()) => Ok(Figures::read(&text)),
        Err(how) => Err(format!("{how}\n{text}")),
    }
}

fn worker(test: &str, numbers: &Range<u64>, output: &File) -> Child {
    let stream = || Stdio::from(output.try_clone().expect("a file handle"));
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args([test, "--exact", "--include-ignored", "--nocapture"]);
    command
        .env(NUMBERS, format!("{}..{}", numbers.start, numbers.end))
        .env("RAYON_NUM_THREADS", "1");
    command
        .stdin(Stdio::null())
        .stdout(stream())
        .stderr(stream())
        .spawn()
        .expect("a process")
}

fn ends_well(child: &mut Child, limit: Duration) -> Result<(), String> {
    let start = Instant::now();
    loop {
        match child.try_wait().expect("a process") {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(status.to_string()),
            None if start.elapsed() > limit => {
                child.kill().and_then(|()| child.wait()).expect("an end");
                return Err(format!("not done after {limit:?}"));
            }
            None => sleep(Duration::from_millis(10)),
        }
    }
}
