//! `residua convert`: a property in another language.

use anyhow::Result;
use date::diagnostic::{Diagnostic, Severity, Span};
use date::formats::lrv::{self, Keys};
use date::formats::{Fidelity, dot, mop, yaml};
use date::model::Specification;

use super::{Outcome, print};
use crate::cli::{ConvertArgs, Language, fidelity};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::properties;

/// Writes the property file in the other language to stdout.
pub fn run(args: &ConvertArgs, console: Console) -> Result<Outcome> {
    type Written = Result<String, Vec<Diagnostic>>;
    let write: fn(&Specification) -> Written = match args.to {
        Language::Yaml => |specification| Ok(yaml::print(specification)),
        Language::Dot => |specification| Ok(drawings(specification)),
        Language::Lrv => |specification| lrv::print(specification, Keys::Assigned, Fidelity::Documented),
        Language::Mop => mop::print,
    };
    let (file, findings) = properties::read_one(&args.file, fidelity(args.compat));
    match file {
        Some(file) if findings.iter().all(|finding| finding.severity < Severity::Error) => {
            console.findings(&findings)?;
            console.findings(unheard(&file.specification, args.to).as_slice())?;
            print(&write(&file.specification).map_err(|found| Rejected(with_lines(found, &file.text)))?)?;
            Ok(Outcome::Done)
        }
        _ => Err(Rejected(findings).into()),
    }
}

/// That the other language does not say that method references raise no events.
fn unheard(specification: &Specification, to: Language) -> Option<Diagnostic> {
    let is_said = specification.hears_references || !matches!(to, Language::Lrv | Language::Mop);
    let message = "that method references raise no events is not said in this language";
    let warning = Diagnostic::warning(&specification.file, Span::default(), "method-references", message);
    (!is_said).then(|| warning.with_help("its own tool hears none; here read what is written with `--compat`"))
}

/// The findings with the lines that they are about.
fn with_lines(found: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    found.into_iter().map(|finding| finding.with_source(text)).collect()
}

/// One drawing for each property of the file.
fn drawings(specification: &Specification) -> String {
    specification.properties.iter().map(|property| dot::print(specification, property)).collect()
}
