//! Writes runs as logs, and reads them again: bytes of an event, and events a second with the detector
//! of races by the schedulable happens-before order.
//!
//! ```text
//! cargo run --release -p predict --example pack -- FILE..
//! ```

use std::fs::File;
use std::time::Instant;

use predict::log::{self, Blocks};
use predict::shb::Detector;
use predict::trace::{self, unpacked};

fn main() {
    for path in std::env::args().skip(1) {
        let file = File::open(&path).expect("a file");
        let input = unpacked(file).expect("a file that can be read");
        let (trace, _) = trace::read(&path, input).expect("a trace");
        let mut bytes = Vec::new();
        log::write(&trace, &mut bytes).expect("memory takes all");

        let events = trace.events.len().max(1) as f64;
        let start = Instant::now();
        let mut blocks = Blocks::new(&bytes[..]);
        let mut detector = Detector::default();
        while let Some(block) = blocks.next_block().expect("a log") {
            block.iter().for_each(|&event| detector.observe(event));
        }
        let seconds = start.elapsed().as_secs_f64();
        let pairs = detector.races().count();
        println!(
            "{path}: {events} events, {:.2} bytes an event, {pairs} pairs of lines, {:.1} million events a second",
            bytes.len() as f64 / events,
            events / seconds / 1e6
        );
    }
}
