//! Errors in the imports of a property, given the program: each is reported once, at its place.

use crate::wording::findings;
use date::model::Specification;
use java_patterns::type_names::{TypeName, TypeNames};
use java_types::Spelling;
use text::{Diagnostic, nearest};

use super::visibility::hidden_class;

/// Imports of types that name nothing, or what Java cannot import.
pub fn of_imports(specification: &Specification, names: TypeNames<'_>) -> Vec<Diagnostic> {
    let of_import = |text: &String| Import::of(specification, text, names).finding();
    specification.imports.iter().filter_map(of_import).collect()
}

/// One import of a property.
struct Import<'a> {
    specification: &'a Specification,
    names: TypeNames<'a>,
    /// As it is written, by which its place is found.
    text: &'a str,
    /// The type, or what stands before `.*` or before a static member: `app.Main` of `static
    /// app.Main.run`.
    path: &'a str,
    /// True if `path` may name a package: `app` of `app.*`.
    may_be_package: bool,
}

impl<'a> Import<'a> {
    fn of(specification: &'a Specification, text: &'a str, names: TypeNames<'a>) -> Self {
        let path = text.strip_prefix("static ").map(str::trim);
        let before_member = path
            .and_then(|path| path.rsplit_once('.'))
            .map(|(class, _)| class);
        let path = before_member.unwrap_or_else(|| text.strip_suffix(".*").unwrap_or(text));
        Import {
            specification,
            names,
            text,
            path,
            may_be_package: before_member.is_none() && text.ends_with(".*"),
        }
    }

    fn finding(&self) -> Option<Diagnostic> {
        if self.is_of_unnamed_package() {
            let message = findings::import_of_unnamed_package(self.text);
            return Some(self.error(
                "invalid-import",
                message,
                self.instead("give its class a package"),
            ));
        }
        match self.names.resolve(self.path) {
            TypeName::Missing(_) if self.may_be_package => None,
            TypeName::Missing(missing) => Some(self.missing(missing.nearest)),
            TypeName::Known(ty) => {
                let hidden = hidden_class(self.names.hierarchy(), ty.class_name()?)?.to_readable();
                let message = findings::import_of_hidden_class(self.text, &hidden);
                Some(self.error("invalid-import", message, self.instead("make it public")))
            }
        }
    }

    /// Returns whether it names members of a class without a package, or of what such a class
    /// holds.
    fn is_of_unnamed_package(&self) -> bool {
        let hierarchy = self.names.hierarchy();
        let is_class = |path: &str| hierarchy.is_source(&path.replace('.', "$"));
        let is_package = || {
            let below = format!("{}/", self.path.to_internal());
            self.may_be_package
                && hierarchy
                    .sources()
                    .any(|class| class.name.starts_with(&below))
        };
        let has_member = self.path.len() < self.text.len() || self.path.contains('.');
        has_member && is_class(self.path) && !is_package()
    }

    fn missing(&self, near: Option<String>) -> Diagnostic {
        let Import { path, names, .. } = self;
        let message = findings::unknown_import(path);
        let sources: Vec<String> = names
            .hierarchy()
            .sources()
            .map(|class| class.name.to_readable())
            .collect();
        let near =
            near.or_else(|| nearest(path, sources.iter().map(String::as_str)).map(str::to_owned));

        let help = findings::unknown_import_help(near.as_deref());
        self.error("unknown-import", message, help)
    }

    fn instead(&self, otherwise: &str) -> String {
        findings::write_in_full(self.path, self.path == self.text, otherwise)
    }

    fn error(&self, code: &str, message: String, help: String) -> Diagnostic {
        let Import {
            specification,
            text,
            ..
        } = self;
        let place = specification.import_place(text);
        Diagnostic::error(&specification.file, place, code, message).with_help(help)
    }
}
