//! Plans.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use plan::{Plan, PlanError, Source, sha256};
use text::Diagnostic;

use super::{shown, text_file};
use crate::failure::{Rejected, about_file};

/// Reads the plan at `path`.
pub fn read(path: &Path) -> Result<Plan, Rejected> {
    let text = text_file(path, "plan").map_err(|mut unread| {
        unread
            .help
            .get_or_insert_with(|| "run `residua analyze` first: it writes the plan".to_owned());
        unread
    })?;
    plan::parse(&text, &shown(path)).map_err(|error| match error {
        PlanError::Malformed(diagnostic) => Rejected::from(*diagnostic),
        PlanError::Unreadable { .. } => {
            Rejected::from(about_file(&shown(path), "unreadable", error.to_string()))
        }
    })
}

/// Reads the plan at `path` for a command that looks at the files that it was made from. Paths of the
/// plan count from the folder where `analyze` ran. Where none of them leads to a file from here, they
/// are taken from the nearest folder around the plan that has the first of them.
pub fn read_with_files(path: &Path) -> Result<Plan, Rejected> {
    let mut plan = read(path)?;
    if let Some(base) = base(&plan, path) {
        let from_base = |file: &mut String| *file = shown(&base.join(&file));
        plan.sources
            .iter_mut()
            .for_each(|source| from_base(&mut source.root));
        for property in &mut plan.properties {
            from_base(&mut property.file);
            property
                .imported
                .iter_mut()
                .for_each(|imported| from_base(&mut imported.file));
        }
    }
    Ok(plan)
}

/// The folder that the paths of a plan count from, if that is not the current one.
fn base(plan: &Plan, path: &Path) -> Option<PathBuf> {
    let sources = plan
        .sources
        .iter()
        .map(|source| Path::new(&source.root).join(&source.path));
    let properties = plan.properties.iter().map(|row| PathBuf::from(&row.file));
    let mut files: Vec<PathBuf> = sources
        .chain(properties)
        .filter(|file| file.is_relative())
        .collect();
    if files.iter().any(|file| file.exists()) {
        return None;
    }
    let path = std::path::absolute(path).ok()?;
    let around = path.ancestors().skip(1);
    files.sort();
    let first = files.first()?;
    around
        .filter(|folder| folder.join(first).is_file())
        .map(Path::to_owned)
        .next()
}

/// The error for a file that the plan was made from and that is another one now.
pub fn changed(file: &str) -> Diagnostic {
    about_file(
        file,
        "stale-plan",
        format!("`{file}` has changed since the plan was made"),
    )
    .with_help("run `residua analyze` again")
}

/// The text that the plan was made from.
///
/// # Errors
/// Why it cannot be shown.
pub fn unchanged_text(source: &Source) -> Result<String, String> {
    let path = Path::new(&source.root).join(&source.path);
    let bytes = std::fs::read(&path)
        .map_err(|error| format!("(`{}` cannot be shown: {error})", path.display()))?;
    if sha256(&bytes) != source.sha256 {
        return Err(format!(
            "(`{}` is not shown: it has changed since the plan was made)",
            path.display()
        ));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The texts of those sources of a plan that it names places in, by their paths below the roots.
/// A file that has changed since the plan was made is left out, and so is a path below several
/// roots: the plan does not say which is meant.
pub fn unchanged_texts(plan: &Plan) -> BTreeMap<String, String> {
    let steps = plan
        .witness_steps
        .iter()
        .filter_map(|step| step.place.as_ref());
    let named = plan
        .generators
        .iter()
        .map(|generator| &generator.site.file)
        .chain(steps.map(|place| &place.file));
    let named: BTreeSet<&String> = named.collect();

    let mut sources: BTreeMap<&String, Vec<&Source>> = BTreeMap::new();
    plan.sources
        .iter()
        .for_each(|source| sources.entry(&source.path).or_default().push(source));
    let only = |path: &String| match sources.get(path).map(Vec::as_slice) {
        Some([source]) => unchanged_text(source).ok(),
        _ => None,
    };

    named
        .into_iter()
        .filter_map(|path| Some((path.clone(), only(path)?)))
        .collect()
}
