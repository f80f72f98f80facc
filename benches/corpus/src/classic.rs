//! The classic table: what is left of well-known properties of the JDK's classes on real programs.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::{Disorder, GeneratorRow, PropertyResult, Request, optimize_on};
use anyhow::{Context, Result, anyhow};
use date::model::Specification;
use date::residual::Reduction;
use jvm::jdk::Jdk;
use plan::Verdict;
use serde::Serialize;

use crate::recall::{DRIVER, Subject, analysed, read_reflected};

/// Columns of [`Row`].
pub const HEAD: &str = "\
| program | property | generators | absent | absent for objects | unusable | no-ops | kept | verdict | s |
|---|---|---|---|---|---|---|---|---|---|";

/// How properties are reduced, and what is told of it.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Open only that to reflection which `recall --closed` found it to use, instead of what the
    /// sources say.
    pub closed: bool,
    /// The independent checker confirms each result.
    pub check: bool,
    /// All properties are reduced in one run, which gives one row.
    pub together: bool,
    /// The places that are left are told, too.
    pub kept: bool,
}

/// One property on one program.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The program.
    pub program: String,
    /// The property.
    pub property: String,
    /// Places that raise its events.
    pub generators: usize,
    /// The generators that each step silences: residual0, residual1, residual2, no-ops.
    pub silenced: [usize; 4],
    /// True if no violation is possible.
    pub satisfied: bool,
    /// Why nothing was reduced, if it was not.
    pub frozen: Option<String>,
    /// Seconds of the residual step.
    pub seconds: f64,
    /// The places of the generators that are left, `FILE:LINE:COLUMN EVENT`.
    pub kept: Vec<String>,
    /// For each of them why nothing is known of the order of its events, if so.
    #[serde(skip)]
    pub disorders: Vec<Option<Disorder>>,
}

/// Reads the property files of a folder, by name.
///
/// # Errors
/// One of them cannot be read; its findings are told.
pub fn properties(folder: &Path) -> Result<Vec<Specification>> {
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file)?;
        languages::read(&file.to_string_lossy(), &text).map_err(|findings| anyhow!("{findings:?}"))
    };
    property_files(folder)?.into_iter().map(read).collect()
}

/// The property files of a folder, sorted by name.
///
/// # Errors
/// The folder cannot be read.
pub fn property_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.retain(|file: &PathBuf| {
        file.extension()
            .is_some_and(|extension| extension == "yaml")
    });
    files.sort();
    Ok(files)
}

/// Reduces each of the properties for a program with its driver. Each chunk of properties is one run,
/// whose seconds all its rows give.
///
/// # Errors
/// The program cannot be lowered, or is to be closed and `recall --closed` has not run.
pub fn reduce<'s>(
    subject: &Subject,
    jdk: &Jdk,
    runs: impl Iterator<Item = &'s [Specification]>,
    settings: Settings,
) -> Result<Vec<Row>> {
    let program = subject.lower(jdk)?;
    let open = settings
        .closed
        .then(|| read_reflected(subject, &program))
        .transpose()?;
    let analysed = analysed(&program, &subject.models(&program, jdk)?, open.as_ref())?;
    let reduced = |specifications: &[Specification]| {
        let request = request(specifications.to_vec(), settings.check);
        let began = Instant::now();
        let optimized = optimize_on(
            &program,
            &analysed.roots.entries,
            &analysed.points_to,
            &request,
        );
        let seconds = began.elapsed().as_secs_f64();
        let rows = optimized.iter().flat_map(|file| {
            file.properties
                .iter()
                .zip(&file.original.properties)
                .map(move |(result, property)| (file, result, property))
        });
        rows.map(|(file, result, property)| {
            let place = |row: &GeneratorRow| {
                let event = &file.original.events[row.event].name;
                format!(
                    "{}:{}:{} {event}",
                    program.files.raw[row.file].path, row.span.line, row.span.column
                )
            };
            Row {
                seconds,
                ..row(&subject.name, &property.name, result, place)
            }
        })
        .collect::<Vec<Row>>()
    };

    Ok(runs.flat_map(reduced).collect())
}

/// Sums up several properties that were reduced in one run; `None` without any. The verdict says
/// how many have nothing left.
pub fn together(rows: &[Row]) -> Option<Row> {
    let mut all = Row {
        kept: Vec::new(),
        disorders: Vec::new(),
        ..rows.first()?.clone()
    };
    all.generators = rows.iter().map(|row| row.generators).sum();
    all.silenced = [0, 1, 2, 3].map(|step| rows.iter().map(|row| row.silenced[step]).sum());

    for row in rows {
        all.kept.extend(row.kept.iter().cloned());
        all.disorders.extend(&row.disorders);
    }

    let satisfied = rows.iter().filter(|row| row.satisfied).count();
    all.property = format!("{} properties", rows.len());
    all.satisfied = satisfied == rows.len();
    let frozen = rows.iter().filter(|row| row.frozen.is_some()).count();
    all.frozen = Some(format!("{satisfied} satisfied, {frozen} as written"));
    Some(all)
}

/// Returns the request for a program with its driver: all that the residuals do, from the driver's
/// `main`.
pub fn request(specifications: Vec<Specification>, check: bool) -> Request {
    Request {
        entries: vec![format!("{DRIVER}.main")],
        check,
        ..Request::new(specifications)
    }
}

fn row(
    program: &str,
    property: &str,
    result: &PropertyResult,
    place: impl Fn(&GeneratorRow) -> String,
) -> Row {
    let steps = [
        Reduction::Residual0,
        Reduction::Residual1,
        Reduction::Residual2,
        Reduction::Nop,
    ];
    let kept = || {
        result
            .generators
            .iter()
            .filter(|row| row.silenced_by.is_none())
    };

    let refused = result
        .checked
        .as_ref()
        .and_then(|checked| checked.as_ref().err());
    Row {
        program: program.to_owned(),
        property: property.to_owned(),
        generators: result.generators.len(),
        silenced: steps.map(|step| {
            result
                .generators
                .iter()
                .filter(|row| row.silenced_by == Some(step))
                .count()
        }),
        satisfied: result.verdict == Verdict::Satisfied,
        frozen: result
            .frozen
            .clone()
            .or_else(|| refused.map(|refusal| format!("refused: {refusal}"))),
        seconds: 0.0,
        kept: kept().map(place).collect(),
        disorders: kept().map(|row| row.disorder).collect(),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            program,
            property,
            generators,
            silenced: [absent, of_objects, unusable, no_ops],
            kept,
            ..
        } = self;
        write!(
            f,
            "| {program} | {property} | {generators} | {absent} | {of_objects} | {unusable} | {no_ops} "
        )?;

        let verdict = match (self.satisfied, &self.frozen) {
            (_, Some(reason)) => reason,
            (true, None) => "satisfied",
            (false, None) => "residual",
        };
        write!(f, "| {} | {verdict} | {:.2} |", kept.len(), self.seconds)
    }
}

/// Why generators are kept: shares of all that are, by what is not known of the order of their
/// events.
pub fn causes(rows: &[Row]) -> String {
    let kept: Vec<Option<Disorder>> = rows
        .iter()
        .flat_map(|row| row.disorders.iter().copied())
        .collect();
    let counted = |cause: Option<Disorder>| kept.iter().filter(|&&own| own == cause).count();
    let share = |part: usize| 100.0 * part as f64 / kept.len().max(1) as f64;
    let line = |cause: Option<Disorder>| {
        let name = cause.map_or_else(
            || "their order may lead to a report".to_owned(),
            |cause| cause.to_string(),
        );
        format!(
            "{} ({:.1} %): {name}",
            counted(cause),
            share(counted(cause))
        )
    };

    let known = Disorder::ALL
        .map(Some)
        .into_iter()
        .chain([None])
        .filter(|&cause| counted(cause) > 0);
    known.map(line).collect::<Vec<String>>().join("\n")
}

/// All rows together: generators, silenced, properties that are satisfied.
pub fn summary(rows: &[Row]) -> String {
    let generators: usize = rows.iter().map(|row| row.generators).sum();
    let kept: usize = rows.iter().map(|row| row.kept.len()).sum();
    let satisfied = rows.iter().filter(|row| row.satisfied).count();
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    format!(
        "{} of {generators} generators silenced ({:.1} %); {satisfied} of {} pairs of program and property have nothing left \
         ({:.1} %)",
        generators - kept,
        share(generators - kept, generators),
        rows.len(),
        share(satisfied, rows.len()),
    )
}
