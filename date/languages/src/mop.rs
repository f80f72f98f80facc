//! JavaMOP specifications (`.mop`): the language of the JavaMOP and TraceMOP runtime verification
//! tools.
//!
//! Each specification of a file becomes a context of the property, each of its formulas an
//! automaton. What the original tools do is followed (parametric slicing by identity, creation
//! events, handlers that run after each event in whose state their category holds); where it is a
//! defect, what is documented is, unless the tools themselves are asked for. What is not supported
//! is an error that names it: `__SKIP`, modifiers that hold threads up.

mod finalizers;
pub(super) mod lower;
mod preparation;
pub mod syntax;
mod threads;
mod write;

pub use write::{print, print_residual};

use crate::assembly::assemble;
use crate::fidelity::Differences;
use crate::{Fidelity, Reading};
use text::{Diagnostic, Source};

/// Reads a `.mop` file, as its language is documented or as JavaMOP takes it. `file` is its path as
/// the user gave it.
///
/// # Errors
/// Syntax errors and what is not supported, the first of each specification; or everything that is
/// wrong with names and Java.
pub fn read(file: &str, text: &str, fidelity: Fidelity) -> Result<Reading, Vec<Diagnostic>> {
    let written = Source::new(file, text);
    let javamop = Differences::new(&written, "JavaMOP", fidelity);
    let prepared = preparation::without_comments(text, &javamop);
    let source = Source::new(file, &prepared);
    let read = || {
        let parsed = syntax::parse(&source)?;
        preparation::compare_pieces(&parsed, &prepared, &javamop).map_err(|error| vec![error])?;
        let specification = assemble(&lower::draft(&parsed, &source, &javamop)?, &source)?;
        Ok((specification, syntax::warnings(&parsed, &source)))
    };

    let as_written = |findings: Vec<Diagnostic>| {
        findings
            .into_iter()
            .map(|f| f.with_source(text))
            .collect::<Vec<_>>()
    };
    let (specification, warnings) = read().map_err(as_written)?;
    let mut findings = [as_written(warnings), javamop.into_findings()].concat();
    findings.sort_by_key(|finding| finding.span);

    Ok(Reading {
        specification,
        findings,
    })
}
