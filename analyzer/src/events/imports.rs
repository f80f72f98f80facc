//! What is wrong with the imports of a property, given the program: each is told once, where it stands.

use date::diagnostic::{Diagnostic, nearest};
use date::model::Specification;
use jvm::Access;
use jvm::class_info::ClassInfo;
use jvm::hierarchy::Hierarchy;
use jvm::type_names::{TypeName, TypeNames};

/// Imports of single types that name nothing, or what Java cannot import.
pub fn of_imports(specification: &Specification, names: TypeNames<'_>) -> Vec<Diagnostic> {
    let single =
        specification.imports.iter().filter(|import| !import.starts_with("static ") && !import.ends_with(".*"));
    single.filter_map(|import| of_import(specification, import, names)).collect()
}

fn of_import(specification: &Specification, import: &str, names: TypeNames<'_>) -> Option<Diagnostic> {
    let hierarchy = names.hierarchy();
    let error = |code: &str, message: String, help: String| {
        let place = specification.import_place(import);
        Some(Diagnostic::error(&specification.file, place, code, message).with_help(help))
    };
    if import.contains('.') && hierarchy.is_source(&import.replace('.', "$")) {
        let message = format!("`{import}` cannot be imported: Java imports nothing from the unnamed package");
        return error("invalid-import", message, format!("write `{import}` in full, or give its class a package"));
    }
    match names.resolve(import) {
        TypeName::Missing(missing) => {
            let message = format!("the import `{import}` is in neither the sources, nor the class path, nor the JDK");
            let sources: Vec<String> = hierarchy.sources().map(|class| class.name.replace(['/', '$'], ".")).collect();
            let near = || nearest(import, sources.iter().map(String::as_str)).map(str::to_owned);
            let help = match missing.nearest.or_else(near) {
                Some(nearest) => format!("did you mean `{nearest}`? Otherwise add its jar to --classpath"),
                None => "correct it, or add its jar to --classpath".to_owned(),
            };
            error("unknown-import", message, help)
        }
        TypeName::Known(ty) => {
            let hidden = hidden_class(hierarchy, ty.class_name()?)?.replace(['/', '$'], ".");
            let message = format!("`{import}` cannot be imported: `{hidden}` is not public");
            error(
                "invalid-import",
                message,
                format!("write `{import}` in full and without an import, or make it public"),
            )
        }
    }
}

/// The class itself, or one around it, that code of other packages cannot name.
fn hidden_class(hierarchy: &Hierarchy, class: &str) -> Option<String> {
    let info = hierarchy.class(class)?;
    let access = info.nesting().map_or(info.access, |row| row.access);
    if !access.has(Access::PUBLIC) {
        return Some(class.to_owned());
    }
    hidden_class(hierarchy, &outer_class(&info)?)
}

fn outer_class(info: &ClassInfo) -> Option<String> {
    info.nesting()?.outer.as_ref().map(|outer| outer.to_string())
}
