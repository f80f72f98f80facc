//! Compares results with a folder of traces whose races and deadlocks are known: `truth.tsv`, and
//! `traces/NAME.std` or `traces/NAME.std.gz` beside it.
//!
//! ```text
//! cargo run --release -p predict --example truth -- FOLDER
//! ```

use std::fs::{self, File};
use std::process::ExitCode;
use std::time::Instant;

use predict::{Kind, Prediction, Settings, predict, trace};

fn main() -> ExitCode {
    let folder = std::env::args().nth(1).expect("a folder");
    let truth = fs::read_to_string(format!("{folder}/truth.tsv")).expect("truth.tsv");
    let right = truth.lines().filter(|row| check(&folder, row)).count();
    println!("{right} of {} rows are right", truth.lines().count());
    ExitCode::from(u8::from(right != truth.lines().count()))
}

/// Compares one row, and prints it if it differs.
fn check(folder: &str, row: &str) -> bool {
    let (name, expected) = row.split_once('\t').expect("two columns");
    let path = format!("{folder}/traces/{name}.std");
    let file = File::open(&path).or_else(|_| File::open(format!("{path}.gz")));
    let (trace, _) = trace::read(&path, file.expect("a trace")).expect("it reads");
    let start = Instant::now();
    let prediction = predict(&trace, &Settings::default());
    let seconds = start.elapsed().as_secs_f64();
    let found = shown(&prediction);
    let right = expected
        .split_once(" races")
        .is_none_or(|(_, truth)| truth == found);
    let mark = if right { "" } else { "DIFFERS " };
    println!(
        "{mark}{name}: races{found}, undecided {:?}, {seconds:.3} s",
        prediction.undecided
    );
    right && prediction.refused == 0
}

/// The reports in the form of the table.
fn shown(prediction: &Prediction) -> String {
    let tuples = |kind| {
        let lines = prediction.lines(kind).into_iter();
        let tuples: Vec<String> = lines
            .map(|lines| format!("({})", lines.join(", ")))
            .collect();
        tuples.join(", ")
    };
    format!(
        " [{}] deadlocks [{}]",
        tuples(Kind::Race),
        tuples(Kind::Deadlock)
    )
}
