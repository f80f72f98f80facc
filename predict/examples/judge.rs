//! Prints the reports about trace files, and what each took.
//!
//! ```text
//! cargo run --release -p predict --example judge -- FILE..
//! ```
//!
//! `ONLY=races`, `ONLY=deadlocks` and `ONLY=atomicity` leave the others out.

use std::fs::{self, File};
use std::time::Instant;

use predict::{Settings, predict, trace};

fn main() {
    for path in std::env::args().skip(1) {
        judge(&path);
    }
}

fn judge(path: &str) {
    let start = Instant::now();
    let (trace, _) = trace::read(path, File::open(path).expect("a file")).expect("it reads");
    let read = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let only = std::env::var("ONLY").unwrap_or_default();
    let settings = Settings {
        races: only.is_empty() || only == "races",
        deadlocks: only.is_empty() || only == "deadlocks",
        atomicity: only.is_empty() || only == "atomicity",
        ..Settings::default()
    };
    let prediction = predict(&trace, &settings);
    let seconds = start.elapsed().as_secs_f64();
    for report in prediction.reports.iter().take(60) {
        let (kind, method) = (report.kind.word(), report.method.word());
        println!("  {kind} {} ({method})", report.lines.join(" "));
    }
    let (events, reports) = (trace.events.len(), prediction.reports.len());
    let undecided = prediction.undecided;
    println!(
        "{path}: {events} events, {reports} reports, {undecided:?}, refused {}, read {read:.2} s, \
         predicted {seconds:.2} s, at most {} MB",
        prediction.refused,
        memory()
    );
}

/// The largest memory so far in megabytes, where the system says.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
