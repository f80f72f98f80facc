//! The tasks about the front end: its result and time against javac, and the quick start.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, ensure};
use jvm::jdk::Jdk;

use crate::programs::{self, Places, Program};
use crate::{agree, alone, javac, newcomer, plot, speed, twice};

pub fn agreement(places: &Places, programs: &[Program], show: usize) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", agree::HEAD);
    let mut rows = Vec::new();
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = agree::agree(places, &jdk, program)?;
        println!("{row}");
        rows.push(row);
    }
    let total = agree::total(&rows);
    println!("{total}\n");
    agree::describe(&rows, show);
    agree::hold(&total)
}

pub fn timed(
    places: &Places,
    programs: &[Program],
    runs: usize,
    plot: Option<&Path>,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", speed::HEAD);
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = speed::compare(places, &jdk, program, runs)?;
        println!("{row}");
        rows.push(row);
    }

    let cost = |figure: fn(&speed::Row) -> f64| {
        plot::exponent(rows.iter().map(move |row| (row.lines as f64, figure(row))))
    };
    if let (Some(theirs), Some(ours)) = (
        cost(|row| row.javac.processor),
        cost(|row| row.lowered.processor),
    ) {
        println!(
            "\nprocessor time grows with the lines to the power of {theirs:.2} (javac), {ours:.2} (ours)"
        );
    }

    plot.map_or(Ok(()), |file| plot::draw(&rows, file))
}

pub fn typed(places: &Places) -> Result<()> {
    println!("{}", newcomer::HEAD);
    for project in newcomer::projects()? {
        newcomer::type_all(places, &project)?
            .iter()
            .for_each(|typed| println!("{typed}"));
    }
    Ok(())
}

/// Compares what sources and class files say of programs: a row for each, and all differences by
/// kind.
pub fn read_twice(
    places: &Places,
    programs: &[Program],
    properties: &Path,
    shows: bool,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", twice::HEAD);
    let mut kinds = BTreeMap::new();
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = twice::twice(places, &jdk, program, properties)?;
        println!("{row}");
        for (&kind, count) in row.kinds() {
            *kinds.entry(kind).or_insert(0) += count;
        }
        let examples = row.examples().iter().filter(|_| shows);
        examples.for_each(|example| eprintln!("{}: {example}", program.name));
    }

    println!("\nrows that only one of both has:");
    kinds
        .into_iter()
        .for_each(|(kind, count)| println!("{count} {kind}"));
    Ok(())
}

/// Compares the decisions for each property alone with those for all together: a row for each
/// program.
pub fn each_alone(places: &Places, programs: &[Program], properties: &Path) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", alone::HEAD);
    let mut differing = Vec::new();
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = alone::alone(places, program, properties)?;
        println!("{row}");
        if !row.is_same() {
            differing.push(program.name.clone());
        }
    }
    ensure!(
        differing.is_empty(),
        "properties are decided otherwise beside others: {}",
        differing.join(", ")
    );
    Ok(())
}
