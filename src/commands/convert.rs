//! `residua convert`: a property in another language.

use anyhow::{Result, bail};
use date::diagnostic::{Diagnostic, Severity};
use date::formats::{dot, mop, yaml};
use date::model::Specification;

use super::{Outcome, print};
use crate::cli::{ConvertArgs, Language};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{excerpts, properties};

/// Writes the property file in the other language to stdout.
pub fn run(args: &ConvertArgs, console: Console) -> Result<Outcome> {
    type Written = Result<String, Vec<Diagnostic>>;
    let write: fn(&Specification) -> Written = match args.to {
        Language::Yaml => |specification| Ok(yaml::print(specification)),
        Language::Dot => |specification| Ok(drawings(specification)),
        Language::Mop => mop::print,
        Language::Lrv => bail!("writing `.lrv` is not supported yet; `yaml`, `mop` and `dot` are"),
    };
    let (file, findings) = properties::read_one(&args.file);
    match file {
        Some(file) if findings.iter().all(|finding| finding.severity < Severity::Error) => {
            console.findings(&findings)?;
            let text = write(&file.specification).map_err(|mut refused| {
                excerpts::complete(&mut refused, &[]);
                Rejected(refused)
            })?;
            print(&text)?;
            Ok(Outcome::Done)
        }
        _ => Err(Rejected(findings).into()),
    }
}

/// One drawing for each property of the file.
fn drawings(specification: &Specification) -> String {
    specification.properties.iter().map(|property| dot::print(specification, property)).collect()
}
