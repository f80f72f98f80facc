//! Text that is accepted in a file but is hardly meant.

use super::tree::{File, Modifier, Spec};
use text::{Diagnostic, Source, nearest};

/// Warnings about a file: words before the name of a specification that have no meaning
/// (`unknown-modifier`). `source` is what the file was parsed from.
pub fn warnings(file: &File, source: &Source<'_>) -> Vec<Diagnostic> {
    file.specs
        .iter()
        .flat_map(|spec| of_spec(spec, source))
        .collect()
}

fn of_spec(spec: &Spec, source: &Source<'_>) -> Vec<Diagnostic> {
    let modifiers = spec.unknown_modifiers.iter().map(|word| {
        let message = format!("`{word}` before the name of a specification has no meaning");
        let warning =
            source.warning_at(source.span(word.place.range()), "unknown-modifier", message);
        let known = Modifier::ALL.map(Modifier::word);
        match nearest(&word.text, known) {
            Some(near) => warning.with_help(format!("did you mean `{near}`?")),
            None => warning.with_help(format!("known: {}", known.join(", "))),
        }
    });
    modifiers.collect()
}
