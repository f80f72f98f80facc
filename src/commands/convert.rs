//! `residua convert`: a property in another language.

use std::path::Path;

use anyhow::Result;
use date::model::Specification;
use languages::drawing::{Drawing, print_dot, print_mermaid};
use languages::lrv::{self, Keys};
use languages::{Fidelity, mop, yaml};
use text::{Diagnostic, Severity, Span};

use super::{Outcome, print};
use crate::cli::{ConvertArgs, Language, fidelity};
use crate::console::Console;
use crate::failure::{Rejected, about_file};
use crate::inputs::properties::{self, PropertyFile};
use crate::inputs::shown;
use crate::wording::next;

/// Writes the property file in the other language to stdout.
pub fn run(args: &ConvertArgs, console: Console) -> Result<Outcome> {
    let residual = residual(args, console)?;
    let drawn = |specification: &Specification| Drawing::all(specification, residual.as_ref());
    let write = |specification: &Specification| match args.to {
        Language::Yaml => Ok(yaml::print(specification)),
        Language::Dot => Ok(print_dot(&drawn(specification))),
        Language::Mermaid => Ok(print_mermaid(&drawn(specification))),
        Language::Lrv => lrv::print(specification, Keys::Assigned, Fidelity::Documented),
        Language::Mop => mop::print(specification),
    };
    let file = readable(&args.file, fidelity(args.compat), console)?;
    console.findings(unheard(&file.specification, args.to).as_slice())?;
    print(&write(&file.specification).map_err(|found| Rejected(with_lines(found, &file.text)))?)?;
    console.next(match args.to {
        Language::Dot => next::convert::DOT,
        Language::Mermaid => next::convert::MERMAID,
        Language::Yaml | Language::Lrv | Language::Mop => next::convert::PROPERTY,
    });
    Ok(Outcome::Done)
}

/// A property file, whose findings are told.
fn readable(path: &Path, fidelity: Fidelity, console: Console) -> Result<PropertyFile> {
    let (file, findings) = properties::read_one(path, fidelity);
    match file {
        Some(file)
            if findings
                .iter()
                .all(|finding| finding.severity < Severity::Error) =>
        {
            console.findings(&findings)?;
            Ok(file)
        }
        _ => Err(Rejected(findings).into()),
    }
}

/// The residual that a drawing is to show.
fn residual(args: &ConvertArgs, console: Console) -> Result<Option<Specification>> {
    let Some(path) = &args.residual else {
        return Ok(None);
    };
    if !matches!(args.to, Language::Dot | Language::Mermaid) {
        let message = "a residual is shown in drawings alone: `--to dot`, `--to mermaid`";
        return Err(Rejected::from(about_file(&shown(path), "residual", message)).into());
    }
    Ok(Some(
        readable(path, Fidelity::Documented, console)?.specification,
    ))
}

/// Warns where the other language cannot say that method references raise no events.
fn unheard(specification: &Specification, to: Language) -> Option<Diagnostic> {
    let is_said = specification.hears_references || !matches!(to, Language::Lrv | Language::Mop);
    let message = "that method references raise no events is not said in this language";
    let warning = Diagnostic::warning(
        &specification.file,
        Span::default(),
        "method-references",
        message,
    );
    (!is_said).then(|| {
        warning
            .with_help("the language's own tool raises none. Read the written file with `--compat`")
    })
}

/// The findings with the lines that they are about.
fn with_lines(found: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    found
        .into_iter()
        .map(|finding| finding.with_source(text))
        .collect()
}
