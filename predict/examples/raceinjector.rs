//! Looks for the race of `BUGGY_ADDR` in a folder of traces into which one was injected.
//!
//! ```text
//! cargo run --release -p predict --example raceinjector -- FOLDER
//! ```

use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use predict::{Kind, Settings, predict, trace};

fn main() -> ExitCode {
    let folder = std::env::args().nth(1).expect("a folder");
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.to_string_lossy().contains("injectedTrace"));
    paths.sort();
    let missed = paths.iter().filter(|path| !finds(path)).count();
    println!("{missed} of {} are missed", paths.len());
    ExitCode::from(u8::from(missed > 0))
}

fn finds(path: &Path) -> bool {
    let name = path.display().to_string();
    let (trace, _) = trace::read(&name, File::open(path).expect("a file")).expect("it reads");
    let start = Instant::now();
    let prediction = predict(&trace, &Settings::default());
    let seconds = start.elapsed().as_secs_f64();
    let races = prediction.lines(Kind::Race);
    let found = races
        .iter()
        .any(|lines| lines[0] == "9999" && lines[1] == "10000");
    let mark = if found { "" } else { "MISSED " };
    let (count, undecided) = (races.len(), prediction.undecided);
    println!("{mark}{name}: {count} races, {undecided:?}, {seconds:.2} s");
    found && prediction.refused == 0
}
