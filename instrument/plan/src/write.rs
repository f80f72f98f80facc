//! Plans as text.

use std::io::Write;
use std::path::Path;

use crate::Plan;

/// The text of a plan: indented JSON with a final newline, the same bytes for equal plans. Fails
/// only where a model holds what JSON cannot say.
pub fn render(plan: &Plan) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(plan)?;
    text.push('\n');
    Ok(text)
}

/// Writes a plan to `path`, through a temporary file beside it, so that `path` never holds half a
/// plan.
pub fn write(plan: &Plan, path: &Path) -> std::io::Result<()> {
    let folder = path
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(render(plan)?.as_bytes())?;
    file.persist(path)?;
    Ok(())
}
