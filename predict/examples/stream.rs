//! Reads a trace as a stream, and looks for races by the schedulable happens-before order.
//!
//! ```text
//! cargo run --release -p predict --example stream -- FILE
//! ```

use std::fs::{self, File};
use std::time::Instant;

use predict::shb::Detector;
use predict::trace::{Reader, unpacked};

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let start = Instant::now();
    let input = unpacked(File::open(&path).expect("a file")).expect("a file that can be read");
    let mut reader = Reader::new(&path, input);
    let mut detector = Detector::default();
    let mut events = 0_u64;
    while let Some(event) = reader.next_event().expect("a trace") {
        detector.observe(event);
        events += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let (racy, pairs) = (detector.racy_events(), detector.races().count());
    let rate = events as f64 / seconds / 1e6;
    println!("{path}: {events} events, {racy} racy events, {pairs} pairs of lines");
    println!(
        "{seconds:.2} s, {rate:.1} million events a second, at most {} MB",
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
