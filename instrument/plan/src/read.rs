//! Plans read from text.

use std::path::{Path, PathBuf};

use text::{Diagnostic, LineIndex};
use thiserror::Error;

use crate::{Plan, SCHEMA, deep, validate};

/// Why a plan cannot be used.
#[derive(Debug, Error)]
pub enum PlanError {
    /// The file cannot be read.
    #[error("cannot read the plan {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The text is no plan, or one that contradicts itself.
    #[error("{}:{}:{}: {}", .0.file, .0.span.line, .0.span.column, .0.message)]
    Malformed(Box<Diagnostic>),
}

/// Reads the plan at `path`.
pub fn read(path: &Path) -> Result<Plan, PlanError> {
    let text = std::fs::read_to_string(path).map_err(|source| PlanError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    parse(&text, &path.to_string_lossy())
}

/// Reads a plan from its text; `file` is what errors call it.
///
/// Everything that a plan refers to is checked, so that the rest of the crate may index the models
/// without care.
///
/// ```
/// let newer = r#"{"schema": "residua-plan/9"}"#;
/// let plan::PlanError::Malformed(finding) = plan::parse(newer, "plan.json").unwrap_err() else {
///     panic!("the text is there")
/// };
/// assert_eq!((&*finding.code, finding.span.line), ("plan-schema", 1));
/// ```
pub fn parse(text: &str, file: &str) -> Result<Plan, PlanError> {
    check_schema(text, file)?;
    let plan: Plan = deep::from_str(text).map_err(|error| malformed(text, file, &error))?;
    match validate::first_contradiction(&plan) {
        None => Ok(plan),
        Some(contradiction) => Err(contradictory(text, file, &contradiction)),
    }
}

/// Says of another schema that it is another schema, rather than which of its fields is unknown.
fn check_schema(text: &str, file: &str) -> Result<(), PlanError> {
    #[derive(serde::Deserialize)]
    struct Header {
        schema: Option<String>,
    }
    let header: Header = deep::from_str(text).map_err(|error| malformed(text, file, &error))?;
    match header.schema.as_deref() {
        Some(SCHEMA) => Ok(()),
        found => {
            let found = found.map_or_else(
                || "no schema".to_owned(),
                |name| format!("the schema `{name}`"),
            );
            let offset = text.find("\"schema\"").unwrap_or(0);
            let span = LineIndex::new(text).span(text, offset, offset + 8);
            let message = format!("this is no plan that this version reads: it states {found}");
            let help = format!("expected \"schema\": \"{SCHEMA}\"; run `residua analyze` again");
            Err(PlanError::Malformed(Box::new(
                Diagnostic::error(file, span, "plan-schema", message)
                    .with_source(text)
                    .with_help(help),
            )))
        }
    }
}

fn malformed(text: &str, file: &str, error: &serde_json::Error) -> PlanError {
    let index = LineIndex::new(text);
    let line_start = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum::<usize>();
    let offset = line_start + error.column().saturating_sub(1);
    let span = index.span(text, offset, offset + 1);
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(head, _)| head)
        .to_owned();

    PlanError::Malformed(Box::new(
        Diagnostic::error(file, span, "plan-syntax", message)
            .with_source(text)
            .with_help("a plan is written by `residua analyze`; run it again"),
    ))
}

fn contradictory(text: &str, file: &str, contradiction: &validate::Contradiction) -> PlanError {
    let quoted = serde_json::Value::from(contradiction.at.as_str()).to_string();
    let offset = text.find(&quoted).unwrap_or(0);
    let span = LineIndex::new(text).span(text, offset, offset + quoted.len());
    let mut diagnostic = Diagnostic::error(
        file,
        span,
        "plan-contradiction",
        contradiction.message.clone(),
    )
    .with_source(text);
    diagnostic.help = contradiction.help.clone();
    PlanError::Malformed(Box::new(diagnostic))
}
