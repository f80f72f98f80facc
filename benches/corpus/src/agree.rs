//! Lowered programs against javac's class files.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use java_compiled::{Agreement, ClassFiles, Count, Difference, Kind, compare};
use jvm::jdk::Jdk;

use crate::programs::{Places, Program};
use crate::{javac, lower, speed};

/// Share of the instructions that must agree.
const LEAST: f64 = 0.999;
/// Share of the call sites that may be without a resolved target.
const MOST_UNRESOLVED: f64 = 0.001;

/// The result of the comparison of one program, or of all.
#[derive(Debug, Clone, Default)]
pub struct Row {
    pub program: String,
    pub files: usize,
    pub lines: usize,
    pub gaps: usize,
    pub agreement: Agreement,
}

/// Compiles a program where that is not done yet, lowers it, and compares.
pub fn agree(places: &Places, jdk: &Jdk, program: &Program) -> Result<Row> {
    let classes = places.classes(&program.name);
    if !classes.is_dir() {
        javac::compile(places, jdk, program)?;
    }

    let lowered = lower::lower(places, jdk, program)?;
    let broken = ir::verify(&lowered);
    ensure!(broken.is_empty(), "{}: {}", program.name, broken.join("\n"));
    let paths: Vec<PathBuf> = walkdir::WalkDir::new(&classes)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.map(walkdir::DirEntry::into_path))
        .collect::<Result<_, _>>()?;
    let is_class = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "class")
    };

    let emitted = ClassFiles::read(&paths.into_iter().filter(is_class).collect::<Vec<_>>())?;
    let (files, lines) = speed::size(places, program)?;
    let agreement = compare(&lowered, &emitted);
    Ok(Row {
        program: program.name.clone(),
        files,
        lines,
        gaps: lowered.gaps.len(),
        agreement,
    })
}

/// Says how many differences of each kind there are, and shows the first `shown` of each.
pub fn describe(rows: &[Row], shown: usize) {
    let mut kinds: BTreeMap<Kind, Vec<(&str, &Difference)>> = BTreeMap::new();
    for row in rows {
        for difference in &row.agreement.differences {
            kinds
                .entry(difference.kind)
                .or_default()
                .push((&row.program, difference));
        }
    }

    for (kind, differences) in kinds {
        println!("{} {kind:?}", differences.len());
        differences
            .iter()
            .take(shown)
            .for_each(|(program, difference)| println!("    {program}: {difference}"));
    }
}

/// The sum of the rows.
pub fn total(rows: &[Row]) -> Row {
    let mut total = Row {
        program: "all".to_owned(),
        ..Row::default()
    };
    for row in rows {
        total.files += row.files;
        total.lines += row.lines;
        total.gaps += row.gaps;
        total.agreement.add(row.agreement.clone());
    }
    total
}

/// Checks that the sum keeps the promise of the front end.
///
/// # Errors
/// Says what is not.
pub fn hold(total: &Row) -> Result<()> {
    let Row {
        agreement, gaps, ..
    } = total;
    let share = share(agreement.instructions());
    ensure!(
        share >= LEAST,
        "{:.3} % of the instructions agree; {:.1} % must",
        100.0 * share,
        100.0 * LEAST
    );

    let unresolved = agreement.unresolved as f64 / agreement.sites.max(1) as f64;
    ensure!(
        unresolved <= MOST_UNRESOLVED,
        "{:.3} % of the call sites are not resolved",
        100.0 * unresolved
    );
    let unknown = agreement
        .by_kind()
        .remove(&Kind::Unresolved)
        .unwrap_or_default();
    ensure!(
        unknown == 0,
        "{unknown} targets are known to javac and not to us"
    );
    ensure!(
        *gaps == 0,
        "{gaps} parts of the sources could not be followed"
    );

    Ok(())
}

fn share(count: Count) -> f64 {
    count.agreeing as f64 / count.compared.max(1) as f64
}

/// The head of a table of rows.
pub const HEAD: &str = "| program | files | lines | methods | calls | field accesses | allocations | functional objects | lines of calls | agree % | unresolved | gaps |\n|---|---|---|---|---|---|---|---|---|---|---|---|";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            program,
            files,
            lines,
            gaps,
            agreement,
        } = self;
        write!(
            f,
            "| {program} | {files} | {lines} | {} ",
            agreement.methods
        )?;

        let counts = [
            agreement.calls,
            agreement.fields,
            agreement.allocations,
            agreement.functionals,
            agreement.lines,
        ];

        for Count { compared, agreeing } in counts {
            match compared - agreeing {
                0 => write!(f, "| {compared} ")?,
                apart => write!(f, "| {compared} (-{apart}) ")?,
            }
        }

        write!(
            f,
            "| {:.3} | {} | {gaps} |",
            100.0 * share(agreement.instructions()),
            agreement.unresolved
        )
    }
}
