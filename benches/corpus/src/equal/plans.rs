//! Plans for a program, as the product makes them.

use std::fs;

use analyzer::{
    Analysis, Figures, Optimized, analyze, functional_bodies, incomplete, optimize_on,
    top_level_types, unreached,
};
use anyhow::Result;
use date::model::Specification;
use jvm::jdk::Jdk;
use plan::{Plan, sha256};

use crate::classic::request;
use crate::recall::{Subject, analysed, read_reflected};

/// An analysis of a program with its driver for several property files. Open to code without
/// sources is what reflection may use as far as the sources say; with `closed` what `recall
/// --closed` found it to use.
///
/// # Errors
/// The program cannot be lowered, or `recall --closed` has not run.
pub fn analysis(
    subject: &Subject,
    jdk: &Jdk,
    properties: &[Specification],
    closed: bool,
) -> Result<Analysis> {
    let program = subject.lower(jdk)?;
    let request = request(properties.to_vec(), false);
    if !closed {
        return Ok(analyze(&program, &request)?);
    }

    let models = subject.models(&program, jdk)?;
    let open = read_reflected(subject, &program)?;
    let analysed = analysed(&program, &models, Some(&open))?;
    Ok(Analysis {
        sources: program.files.iter().cloned().collect(),
        types: top_level_types(&program),
        incomplete: incomplete(&program),
        entries: Vec::new(),
        unreached: unreached(&program, &analysed.points_to),
        functional_bodies: functional_bodies(&program, &analysed.points_to),
        changed: Default::default(),
        specifications: optimize_on(
            &program,
            &analysed.roots.entries,
            &analysed.points_to,
            &request,
        ),
        assumptions: Vec::new(),
        diagnostics: Vec::new(),
        figures: Figures::default(),
    })
}

/// The plan for some of the property files of an analysis.
///
/// # Errors
/// A file cannot be read any more.
pub fn plan(analysis: &Analysis, files: &[usize]) -> Result<Plan> {
    let specifications: Vec<Optimized> = files
        .iter()
        .map(|&file| analysis.specifications[file].clone())
        .collect();
    let hash = |optimized: &Optimized| Ok(sha256(&fs::read(&optimized.original.file)?));
    let hashes: Vec<String> = specifications.iter().map(hash).collect::<Result<_>>()?;
    Ok(analyzer::to_plan(
        &Analysis {
            specifications,
            ..analysis.clone()
        },
        &hashes,
    ))
}

/// Property files that are woven in together: those of one parameter; each of the others, whose
/// monitors can take long, is alone.
pub fn groups(analysis: &Analysis) -> Vec<Vec<usize>> {
    let (single, several): (Vec<usize>, Vec<usize>) = (0..analysis.specifications.len())
        .partition(|&file| is_single(&analysis.specifications[file].original));
    [single]
        .into_iter()
        .filter(|group| !group.is_empty())
        .chain(several.into_iter().map(|one| vec![one]))
        .collect()
}

/// Returns whether no instance is of several parameters.
pub fn is_single(specification: &Specification) -> bool {
    specification
        .contexts
        .iter()
        .all(|context| context.parameters.len() <= 1)
}
