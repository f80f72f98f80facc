//! What is accepted in a file but is hardly meant.

use super::parse::PRIMITIVES;
use super::tree::{File, Modifier, Name, Pointcut, PointcutKind, Spec};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Source;

/// Warnings about a file: words before the name of a specification that have no meaning (`unknown-modifier`), and
/// pointcuts whose name is nearly that of a known one, not made of it (`unknown-pointcut`). `source` is what the file was parsed from.
pub fn warnings(file: &File, source: &Source<'_>) -> Vec<Diagnostic> {
    file.specs.iter().flat_map(|spec| of_spec(spec, source)).collect()
}

fn of_spec(spec: &Spec, source: &Source<'_>) -> Vec<Diagnostic> {
    let modifiers = spec.unknown_modifiers.iter().map(|word| {
        let message = format!("`{word}` before the name of a specification has no meaning");
        let warning = source.warning_at(source.span(word.place.range()), "unknown-modifier", message);
        let known = Modifier::ALL.map(Modifier::word);
        match nearest(&word.text, known) {
            Some(near) => warning.with_help(format!("did you mean `{near}`?")),
            None => warning.with_help(format!("known: {}", known.join(", "))),
        }
    });
    let mut names = Vec::new();
    spec.events.iter().for_each(|event| collect_names(&event.pointcut, &mut names));
    let misspelt = names.into_iter().filter_map(|name| {
        let near = nearest(&name.text, PRIMITIVES).filter(|near| !name.text.contains(near))?;
        let message = format!("`{name}` is taken for a pointcut declared elsewhere");
        let warning = source.warning_at(source.span(name.place.range()), "unknown-pointcut", message);
        Some(warning.with_help(format!("did you mean `{near}`?")))
    });
    modifiers.chain(misspelt).collect()
}

fn collect_names<'a>(pointcut: &'a Pointcut, names: &mut Vec<&'a Name>) {
    if let PointcutKind::Named { name, .. } = &pointcut.kind {
        names.push(name);
    }
    pointcut.parts().iter().for_each(|part| collect_names(part, names));
}
