//! The tasks about call graphs and points-to sets.

use std::path::Path;

use anyhow::Result;
use jvm::jdk::Jdk;

use crate::programs::{self, Places, Program};
use crate::{calls, javac, metamorphic, plot, recall, solve};

pub fn solve_here(places: &Places, programs: &[Program], library: bool) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    for program in programs {
        println!(
            "{}",
            serde_json::to_string(&solve::solve(places, &jdk, program, library)?)?
        );
    }
    Ok(())
}

pub fn solve_all(
    places: &Places,
    programs: &[Program],
    library: bool,
    plot: Option<&Path>,
) -> Result<()> {
    println!("{}", solve::HEAD);
    let mut rows = Vec::new();
    for program in programs {
        let row = solve::in_a_process(places, program, library)?;
        println!("{row}");
        rows.push(row);
    }

    let cost = |figure: fn(&solve::Row) -> f64| {
        plot::exponent(rows.iter().map(move |row| (row.lines as f64, figure(row))))
    };
    if let (Some(seconds), Some(memory)) = (cost(|row| row.seconds()), cost(|row| row.mebibytes)) {
        println!(
            "\nwith the lines to the power of .. grow: seconds {seconds:.2}, memory {memory:.2}"
        );
    }

    plot.map_or(Ok(()), |file| plot::draw_solving(&rows, file))
}

pub fn measured_calls(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    closed: bool,
    loops: bool,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", calls::head());
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let row = calls::measure(&subject, &jdk, closed)?;
        println!("{row}");
        row.loops
            .meeting
            .iter()
            .filter(|_| loops)
            .for_each(|one| println!("{}: {one}", row.program));
        rows.push(row);
    }

    rows.iter().try_for_each(calls::hold)
}

pub fn related(places: &Places, drivers: &Path, programs: &[Program]) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", metamorphic::HEAD);
    let mut rows = Vec::new();
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = metamorphic::compare(&recall::Subject::of(places, drivers, program)?, &jdk)?;
        println!("{row}");
        rows.push(row);
    }
    rows.iter().try_for_each(metamorphic::hold)
}

pub fn opened(places: &Places, drivers: &Path, programs: &[Program]) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let lowered = subject.lower(&jdk)?;
        let models = subject.models(&lowered, &jdk)?;
        let openings = recall::analysed(&lowered, &models, None)?.openings;
        println!("{}: {} places", program.name, openings.len());
        openings
            .iter()
            .for_each(|opening| println!("  {}", opening.told(&lowered)));
    }
    Ok(())
}

pub fn recalled(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    settings: recall::Settings,
) -> Result<()> {
    let (jdk, weaving) = (Jdk::from_environment()?, recall::weaving_jdk()?);
    println!("{}", recall::HEAD);
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let row = recall::recall(&subject, &jdk, &weaving, settings)?;
        println!("{row}");
        rows.push(row);
    }

    if settings.base {
        println!("\n{}", recall::BASE_HEAD);
        let found = |row: &recall::Row| Some(row.base.as_ref()?.row(&row.program));
        rows.iter()
            .filter_map(found)
            .for_each(|row| println!("{row}"));
    }
    for row in &rows {
        row.details
            .iter()
            .for_each(|line| println!("{}: {line}", row.program));
    }

    recall::hold(&rows)
}
