//! A case with everything switched off that tells the analysis what reaches classes from outside
//! the sources.
//!
//! The analysis is wrong then on purpose. Where a report gets lost, a tripwire must say so, and a
//! second analysis that is given what the tripwires recorded must lose none.

use std::fmt;

use super::{Built, Case, Run, without, without_hashes};

/// So many analyses may follow one another: each run reaches code that the one before it did not.
const MOST: usize = 6;

/// The beginning of a tripwire's line.
const ANNOUNCED: &str = "which the analysis took for impossible";

/// Options that name class files, resources and methods that ran.
const KNOWLEDGE: [&str; 4] = ["--classes", "--resources", "--ran", "--inert-annotation"];

/// The result of a case, or of several.
#[derive(Debug, Default)]
pub struct Announced {
    /// Cases.
    pub cases: usize,
    /// The cases whose optimized run differs.
    pub different: usize,
    /// The cases among them in which a tripwire is hit.
    pub announced: usize,
    /// The cases among them that come right when the analysis is given the methods that ran.
    pub mended: usize,
    /// The cases in which a tripwire is hit though nothing differs.
    pub early: usize,
}

impl Announced {
    /// Adds another case.
    pub fn add(&mut self, other: &Announced) {
        self.cases += other.cases;
        self.different += other.different;
        self.announced += other.announced;
        self.mended += other.mended;
        self.early += other.early;
    }
}

impl fmt::Display for Announced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Announced {
            cases,
            different,
            announced,
            mended,
            early,
        } = self;
        write!(
            f,
            "{cases} cases, {different} differ, {announced} of them announced, {mended} mended; {early} announced early"
        )
    }
}

impl Case {
    /// Analyses blindly, weaves and runs, and again with what tripwires have recorded; nothing if a
    /// tool is not there.
    pub fn run_blind(&self) -> Result<Option<Announced>, String> {
        let Some(built) = self.built()? else {
            return Ok(None);
        };
        let mut came = Announced {
            cases: 1,
            ..Announced::default()
        };
        let full = self.told_blindly(&built, "--full", "")?;
        let first = self.told_blindly(&built, "", "")?;
        let hit = first.stderr.contains(ANNOUNCED);
        if seen(&first) == seen(&full) {
            came.early = usize::from(hit);
            return Ok(Some(came));
        }
        (came.different, came.announced) = (1, usize::from(hit));
        if !hit {
            return Err(format!(
                "no tripwire\n--- full\n{}--- blind\n{}",
                seen(&full),
                seen(&first)
            ));
        }
        let mut last = first;
        for _ in 0..MOST {
            last = self.told_blindly(&built, "", "--ran ran.tsv")?;
            if seen(&last) == seen(&full) {
                came.mended = 1;
                return Ok(Some(came));
            }
        }
        Err(format!(
            "what tripwires record does not help\n--- full\n{}--- blind\n{}",
            seen(&full),
            last.stderr
        ))
    }

    /// Runs the program after an analysis with these options beside those that blind it.
    fn told_blindly(&self, built: &Built, kind: &str, options: &str) -> Result<Run, String> {
        let own = without(&self.analyze, &KNOWLEDGE);
        let options = format!("--source src {own} --inert-annotation * {options}");
        self.analysed(built, &options)?;
        let recorded = Case {
            java: format!("{} -Dresidua.tripwires=ran.tsv", self.java),
            ..self.launching()
        };
        recorded.woven(built, kind)
    }

    /// The part of a case that says how it is launched.
    fn launching(&self) -> Case {
        Case {
            main: self.main.clone(),
            java: self.java.clone(),
            ..Case::default()
        }
    }
}

/// Returns the output of a run without the lines of tripwires.
fn seen(run: &Run) -> String {
    let told = run
        .stderr
        .lines()
        .filter(|line| !line.contains(ANNOUNCED))
        .map(|line| format!("{line}\n"));
    format!(
        "exit {}\n{}{}",
        run.status,
        without_hashes(&run.stdout),
        without_hashes(&told.collect::<String>())
    )
}
