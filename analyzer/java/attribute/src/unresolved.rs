//! What the user is told about types that are nowhere to be found.

use date::diagnostic::nearest;

use crate::finding::Finding;
use crate::names::Place;
use crate::types::{Types, Unresolved};

/// The finding about a type that cannot be found, with the nearest name that can.
pub(crate) fn unresolved_type(types: &Types, place: Place, unresolved: Unresolved) -> Finding {
    let simple = unresolved.name.rsplit('.').next().unwrap_or_default();
    let candidates = visible_types(types, place);
    let near = nearest(simple, candidates.iter().map(String::as_str));
    let help = near.map(|name| format!("did you mean `{name}`? Else add the class path entry that has the type"));
    let help = help.unwrap_or_else(|| "add the class path entry that has the type".to_owned());
    let message = format!("the type `{}` is not in the sources, on the class path or in the JDK", unresolved.name);
    Finding::warning(unresolved.span, "unresolved-type", message).with_help(Some(help))
}

/// Simple names of types that the unit declares or imports, or that are in its package; sorted.
fn visible_types(types: &Types, place: Place) -> Vec<String> {
    let unit = &types.names.sources.units[place.unit];
    let declared = unit.type_decls.iter().map(|decl| decl.name.text.to_string());
    let imported = unit.imports.iter().filter(|import| !import.on_demand);
    let imported = imported.filter_map(|import| import.path.last().map(|last| last.text.to_string()));
    let same_package = types.names.sources.units.iter().filter(|other| other.package == unit.package);
    let same_package =
        same_package.flat_map(|other| other.types.iter().map(|&decl| other.type_decls[decl].name.text.to_string()));
    let mut names: Vec<String> = declared.chain(imported).chain(same_package).filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    names
}
