//! `residua convert`: a property in another language.

use anyhow::{Result, bail};
use date::diagnostic::Severity;
use date::formats::{dot, yaml};
use date::model::Specification;

use super::{Outcome, print};
use crate::cli::{ConvertArgs, Language};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::properties;

/// Writes the property file in the other language to stdout.
pub fn run(args: &ConvertArgs, console: Console) -> Result<Outcome> {
    let write = match args.to {
        Language::Yaml => yaml::print,
        Language::Dot => drawings,
        Language::Lrv => bail!("writing `.lrv` is not supported yet; `yaml` and `dot` are"),
        Language::Mop => bail!("writing `.mop` is not supported yet; `yaml` and `dot` are"),
    };
    let (file, findings) = properties::read_one(&args.file);
    match file {
        Some(file) if findings.iter().all(|finding| finding.severity < Severity::Error) => {
            console.findings(&findings)?;
            print(&write(&file.specification))?;
            Ok(Outcome::Done)
        }
        _ => Err(Rejected(findings).into()),
    }
}

/// One drawing for each property of the file.
fn drawings(specification: &Specification) -> String {
    specification.properties.iter().map(|property| dot::print(specification, property)).collect()
}
