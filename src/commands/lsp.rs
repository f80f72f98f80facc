//! `residua lsp`: the language server for editors.

use anyhow::Result;

use super::Outcome;
use crate::console::Console;
use crate::editor;

/// Serves one editor until it leaves. Nothing but messages of the protocol goes to stdout.
pub fn run() -> Result<Outcome> {
    editor::serve(Console::on_stderr(true, false, false))?;
    Ok(Outcome::Done)
}
