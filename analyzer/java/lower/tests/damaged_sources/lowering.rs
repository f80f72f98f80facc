//! The results of the front end for mutants, and the conditions that must hold of them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ir::{FileId, Gap, Program};
use java_lower::{Source, load};
use java_syntax::ast::Damage;
use jvm::classpath::ClassPath;

use crate::figures::Figures;
use crate::mutation::Mutant;
use crate::seed::Seed;

/// Mutants that are lowered as one program: they share the tables of types, and being in different
/// packages little else.
const TOGETHER: u64 = 32;

/// Of so many programs one is compared with its trees: that costs as much again as making the
/// program.
const COMPARED: u64 = 8;

/// Lowers the mutants of some numbers.
///
/// # Panics
/// At the first program that is not sound.
pub fn lower(seeds: &[Seed], class_path: &Arc<ClassPath>, numbers: Range<u64>) -> Figures {
    let mut figures = Figures::default();
    for first in numbers.clone().step_by(TOGETHER as usize) {
        let mutants: Vec<Mutant> = (first..numbers.end.min(first + TOGETHER))
            .map(|number| Mutant::new(seeds, number))
            .collect();
        let (program, time) =
            timed(|| load(mutants.iter().map(source).collect(), class_path.clone()));
        let program = program.expect("distinct paths");
        figures.slowest = figures.slowest.max(time);
        let is_compared =
            mutants.len() < TOGETHER as usize || (first / TOGETHER).is_multiple_of(COMPARED);
        let mut faults = ir::verify(&program);
        if is_compared {
            faults.extend(untold(&program, &mutants));
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        figures.add(&program);
    }
    figures.files = numbers.end - numbers.start;
    figures
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// Paths are in the order of numbers.
fn source(mutant: &Mutant) -> Source {
    Source {
        root: String::new(),
        path: path(mutant),
        bytes: mutant.bytes.clone(),
    }
}

fn path(mutant: &Mutant) -> String {
    format!("{:012}/{}", mutant.number, mutant.seed)
}

/// Damage that no gap covers or no diagnostic tells.
fn untold(program: &Program, mutants: &[Mutant]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut gaps: BTreeMap<FileId, Vec<&Gap>> = BTreeMap::new();
    program
        .gaps
        .iter()
        .for_each(|gap| gaps.entry(gap.file).or_default().push(gap));
    for (file, mutant) in mutants.iter().enumerate() {
        let gaps = gaps
            .get(&FileId::new(file))
            .map(Vec::as_slice)
            .unwrap_or_default();
        let path = path(mutant);
        for damage in java_syntax::parse_bytes(&mutant.bytes).damage {
            if !gaps.iter().any(|gap| covers(gap, &damage)) {
                faults.push(format!("{path}: no gap for {:?}", damage.span));
            }
            if !program
                .diagnostics
                .iter()
                .any(|found| found.file == path && found.span == damage.error)
            {
                faults.push(format!("{path}: nothing is told about {:?}", damage.error));
            }
        }
    }
    faults
}

fn covers(gap: &Gap, damage: &Damage) -> bool {
    gap.span.start <= damage.span.start && damage.span.end <= gap.span.end
}
