//! Weaves classes so that they record, or prints the run in a folder as STD:
//! `weave_and_merge weave OUTPUT CLASSES..`, `weave_and_merge std FOLDER`.

use std::path::PathBuf;

use predict::trace::Trace;
use recording::{Merge, Request, runs, weave};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let task = words.next().unwrap_or_default();
    let path = PathBuf::from(words.next().unwrap_or_default());
    if task == "weave" {
        let request = Request {
            classes: words.map(PathBuf::from).collect(),
            class_path: Vec::new(),
            output: path,
            java_home: None,
            unshared: None,
            keeps_unshared: false,
            atomic: Vec::new(),
            kept: None,
        };
        println!("{:?}", weave(&request)?);
        return Ok(());
    }
    for folder in runs(&path)? {
        let mut merge = Merge::open(&folder)?;
        let mut events = Vec::new();
        while let Some(event) = merge.next_event()? {
            events.push(event);
        }
        if let Some(stop) = merge.stop() {
            eprintln!("{}: {stop}", folder.display());
        }
        let tables = merge.tables().clone();
        predict::trace::write(&Trace { tables, events }, &mut std::io::stdout().lock())?;
    }
    Ok(())
}
