//! The tasks about properties: what is left of them, their reports, and what they cost.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use date::model::Specification;
use jvm::jdk::Jdk;

use crate::arguments::PROPERTIES;
use crate::programs::{self, Places, Program};
use crate::{classic, equal, javac, plot, recall, scaling, speed, tripwires, witnesses};

pub fn reduced(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    settings: classic::Settings,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", classic::HEAD);
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let runs = properties.chunks(if settings.together {
            properties.len().max(1)
        } else {
            1
        });
        let reduced = classic::reduce(&subject, &jdk, runs, settings)?;
        if settings.together {
            classic::together(&reduced)
                .iter()
                .for_each(|row| println!("{row}"))
        } else {
            reduced.iter().for_each(|row| println!("{row}"))
        }
        for row in reduced.iter().filter(|_| settings.kept) {
            row.kept
                .iter()
                .for_each(|place| eprintln!("{} {}: {place}", row.program, row.property));
        }
        rows.extend(reduced);
    }

    println!(
        "\n{}\n\nkept:\n{}",
        classic::summary(&rows),
        classic::causes(&rows)
    );
    Ok(())
}

pub fn scaled(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    plot: Option<&Path>,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    let properties = classic::properties(Path::new(PROPERTIES))?;
    let has_next = properties
        .iter()
        .find(|property| property.name == "has_next")
        .context("no has_next.yaml")?;
    println!("{}", scaling::HEAD);
    let mut rows = Vec::new();

    for (index, program) in programs.iter().enumerate() {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let (subject, lines) = (
            recall::Subject::of(places, drivers, program)?,
            speed::size(places, program)?.1,
        );
        for row in scaling::measure(&subject, &jdk, lines, has_next, index + 1 == programs.len())? {
            println!("{row}");
            rows.push(row);
        }
    }

    plot.map_or(Ok(()), |file| plot::draw_scaling(&rows, file))
}

pub fn compared(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    settings: &equal::Settings,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", equal::HEAD);
    let mut rows = Vec::new();
    let mut tell = |row: &equal::Row| {
        println!("{row}");
        row.differences()
            .iter()
            .for_each(|line| eprintln!("{} {}: {line}", row.program, row.property));
    };

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let settings = equal::Settings {
            work: settings.work.join(&program.name),
            ..settings.clone()
        };
        rows.extend(equal::equal(
            &subject, &jdk, properties, &settings, &mut tell,
        )?);
    }

    println!("\n{}", equal::summary(&rows));
    equal::hold(&rows)
}

/// The properties of several folders.
pub fn read(folders: &[PathBuf]) -> Result<Vec<Specification>> {
    let read: Vec<_> = folders
        .iter()
        .map(|folder| classic::properties(folder))
        .collect::<Result<_>>()?;
    Ok(read.concat())
}

pub fn witnessed(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    settings: &witnesses::Settings,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", witnesses::HEAD);
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let [work, replays] =
            [&settings.work, &settings.replays].map(|folder| folder.join(&program.name));
        let settings = witnesses::Settings {
            work,
            replays,
            ..settings.clone()
        };
        let rows = witnesses::witnesses(&subject, &jdk, properties, &settings)?;
        rows.iter().for_each(|row| println!("{row}"));
        witnesses::hold(&rows, settings.least)?;
    }

    Ok(())
}

pub fn watched(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    pairs: usize,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", tripwires::HEAD);
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let work = places.corpus.join(".tripwires").join(&program.name);
        println!(
            "{}",
            tripwires::cost(&subject, &jdk, properties, &work, pairs)?
        );
    }
    Ok(())
}
