//! The findings of an analysis, and those that end it.

use std::path::Path;

use analyzer::Analysis;
use ir::Program;
use text::{Diagnostic, Severity};

use crate::failure::Rejected;
use crate::inputs::excerpts;
use crate::inputs::properties::Properties;
use crate::settings::Settings;
use crate::wording::analyze as wording;

/// The code of findings about parts of sources that cannot be read.
const UNREAD: &str = "left-out";

/// Returns the findings about properties alone, with those of `javac` about their code: none where
/// the analysis objects to a file, since one wrong import or type makes many errors of code.
pub(super) fn told_once(
    alone: &[Diagnostic],
    code: &[Diagnostic],
    of_analysis: &[Diagnostic],
) -> Vec<Diagnostic> {
    let objects = |file: &str| {
        of_analysis
            .iter()
            .any(|found| found.severity == Severity::Error && found.file == file)
    };
    let code = code.iter().filter(|found| !objects(&found.file));
    alone.iter().chain(code).cloned().collect()
}

/// Returns the findings about properties, then those about class files and of the analysis, with
/// the lines they are about.
pub(super) fn findings(
    settings: &Settings,
    properties: &[Diagnostic],
    analysis: &Analysis,
    damaged: &[Diagnostic],
) -> Vec<Diagnostic> {
    let mut findings = [properties, damaged, analysis.diagnostics.as_slice()].concat();
    findings
        .iter_mut()
        .filter(|finding| finding.code == UNREAD)
        .for_each(offer_to_leave_out);
    excerpts::complete(&mut findings, &settings.program.sources);
    findings
}

/// Test data and templates need not be Java, and one of them keeps every property from being
/// optimized.
fn offer_to_leave_out(finding: &mut Diagnostic) {
    finding.help = Some(wording::leave_out(finding.help.take()));
}

/// Refuses properties with errors, which end the analysis. An error in a source does not: its code
/// is assumed to do anything.
pub(super) fn refuse_property_errors(
    properties: &Properties,
    findings: &[Diagnostic],
) -> Result<(), Rejected> {
    let is_property = |file: &str| {
        properties
            .files
            .iter()
            .any(|property| property.specification.file == file)
    };
    let about_properties = findings.iter().filter(|finding| is_property(&finding.file));
    let about_properties: Vec<Diagnostic> = about_properties.cloned().collect();
    let wrong = about_properties
        .iter()
        .any(|finding| finding.severity == Severity::Error);

    if wrong {
        Err(Rejected(about_properties))
    } else {
        Ok(())
    }
}

/// Refuses gaps under `--strict`. Otherwise a gap is assumed to do anything.
pub(super) fn refuse_gaps(program: &Program) -> Result<(), Rejected> {
    let refusals = program.gaps.iter().map(|gap| {
        let file = &program.files[gap.file];
        let path = Path::new(&file.root)
            .join(&file.path)
            .to_string_lossy()
            .into_owned();
        wording::unread_source(&path, gap.span, &gap.reason)
    });

    let refusals: Vec<Diagnostic> = refusals.collect();
    if refusals.is_empty() {
        Ok(())
    } else {
        Err(Rejected([program.diagnostics.clone(), refusals].concat()))
    }
}
