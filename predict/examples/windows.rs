//! Judges a run window by window: time, and the most memory.
//!
//! ```text
//! cargo run --release -p predict --example windows -- FILE EVENTS
//! ```

use std::fs::{self, File};
use std::time::Instant;

use predict::Settings;
use predict::long::{Share, Source, judge, merge};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let window = arguments.next().expect("the events of a window");
    let window = window.parse().expect("a number");
    let open = || Source::new(&path, File::open(&path).expect("a file"));
    let start = Instant::now();
    let source = open().expect("a run");
    let part = judge(source, &Settings::default(), window, Share::WHOLE).expect("a run");
    let long = merge(vec![part], open).expect("a run");
    for report in &long.reports {
        println!("{}: {}", report.method.word(), report.lines.join(", "));
    }
    let (seconds, events) = (start.elapsed().as_secs_f64(), long.events);
    println!(
        "{events} events, {} windows, {:?}",
        long.windows, long.undecided
    );
    println!("{seconds:.1} s, at most {} MB", memory());
}

/// The largest memory so far in megabytes, where the system says.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
