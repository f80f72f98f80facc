//! Java types as properties write them: through the imports of the specification to internal names.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use date::model::Specification;
use text::nearest;

use java_types::Access;
use java_types::class_info::ClassInfo;
use java_types::descriptor::{Primitive, Type};
use java_types::hierarchy::Hierarchy;

const JAVA_LANG: &str = "java.lang";

/// The imports of a specification (LARVA's IMPORTS), in the order in which names are looked up:
/// single types first, then the file's own package, then whole packages, then `java.lang`, then the
/// sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imports {
    /// Qualified names, with dots.
    types: Vec<String>,
    /// Names of packages or types before `.*`, with dots.
    on_demand: Vec<String>,
    /// The package of the file, with `/`; empty for the unnamed one.
    package: String,
}

impl Imports {
    /// The names of a specification, whose own package goes before imports on demand (JLS 6.4.1).
    pub fn of(specification: &Specification) -> Self {
        let package = specification
            .package
            .as_deref()
            .unwrap_or_default()
            .to_internal();
        Imports {
            package,
            ..Imports::new(&specification.imports)
        }
    }

    /// From the texts between `import` and `;`. A static import may name member types, so it counts
    /// as an import of a type; where it names a field or method it finds nothing.
    pub fn new(imports: &[impl AsRef<str>]) -> Self {
        let mut sorted = Imports::default();
        for import in imports {
            let text = import.as_ref().trim();
            let path: String = text
                .strip_prefix("static ")
                .unwrap_or(text)
                .split_whitespace()
                .collect();
            match path.strip_suffix(".*") {
                Some(package) => sorted.on_demand.push(package.to_owned()),
                None => sorted.types.push(path),
            }
        }
        sorted
    }

    /// The imported qualified name that ends in `simple`.
    fn single(&self, simple: &str) -> Option<&str> {
        let ends = |path: &&String| {
            path.rsplit_once('.')
                .is_some_and(|(_, last)| last == simple)
        };
        self.types.iter().find(ends).map(String::as_str)
    }
}

/// The meaning of a type name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeName {
    /// This type.
    Known(Type),
    /// No class is found, or several are.
    Missing(MissingType),
}

/// A type name without a meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingType {
    /// As written.
    pub name: String,
    /// The type it would be: through a single import, as qualified, or in no package.
    pub guess: Type,
    /// The classes that it could name equally well, with dots; empty where there is none.
    pub candidates: Vec<String>,
    /// The nearest name in reach, as one would write it.
    pub nearest: Option<String>,
}

impl TypeName {
    /// The type, guessed where it is missing.
    pub fn ty(&self) -> &Type {
        match self {
            TypeName::Known(ty) => ty,
            TypeName::Missing(missing) => &missing.guess,
        }
    }

    /// Returns what is missing.
    pub fn missing(&self) -> Option<&MissingType> {
        match self {
            TypeName::Known(_) => None,
            TypeName::Missing(missing) => Some(missing),
        }
    }
}

/// Why a simple name means nothing.
enum Failure {
    NotFound,
    Ambiguous(Vec<Arc<str>>),
}

/// Resolves type names of one specification.
#[derive(Debug, Clone, Copy)]
pub struct TypeNames<'a> {
    hierarchy: &'a Hierarchy,
    imports: &'a Imports,
}

impl<'a> TypeNames<'a> {
    /// For a specification with these imports.
    pub fn new(hierarchy: &'a Hierarchy, imports: &'a Imports) -> Self {
        TypeNames { hierarchy, imports }
    }

    /// Returns whether an import of a single type gives a written type its meaning, or should.
    pub fn is_imported(&self, text: &str) -> bool {
        let erased = erase(text);
        self.imports
            .single(erased.split(['.', '[']).next().unwrap_or_default())
            .is_some()
    }

    /// The hierarchy that names are looked up in.
    pub fn hierarchy(&self) -> &'a Hierarchy {
        self.hierarchy
    }

    /// The erased type that `text` names: a primitive type, a simple or qualified class name, a
    /// nested class with dots or `$`, arrays (`[]`, `...`) of these. Type arguments and a closing
    /// `+` are passed over. Not finding a class is a result, not an error. O(source classes) where
    /// the name is in no import.
    pub fn resolve(&self, text: &str) -> TypeName {
        let erased = erase(text);
        let (element, dimensions) = split_dimensions(&erased);
        let array = |ty: Type| (0..dimensions).fold(ty, |ty, _| Type::array(ty));
        if let Some(primitive) = Primitive::from_keyword(element) {
            return TypeName::Known(array(Type::Primitive(primitive)));
        }

        match self
            .class(element)
            .or_else(|failure| self.nested_with_dollars(element, failure))
        {
            Ok(name) => TypeName::Known(array(Type::Class(name))),
            Err(failure) => TypeName::Missing(MissingType {
                name: text.trim().to_owned(),
                guess: array(Type::class(self.guess(element))),
                nearest: self.nearest(element),
                candidates: match failure {
                    Failure::NotFound => Vec::new(),
                    Failure::Ambiguous(names) => names.iter().map(|name| dotted(name)).collect(),
                },
            }),
        }
    }

    /// `Map$Entry` as `Map.Entry`.
    fn nested_with_dollars(&self, name: &str, failure: Failure) -> Result<Arc<str>, Failure> {
        if name.contains('$') {
            self.class(&name.replace('$', "."))
        } else {
            Err(failure)
        }
    }

    /// JLS 6.5.5: the leftmost identifier as a simple name, or else the shortest package that makes
    /// sense.
    fn class(&self, name: &str) -> Result<Arc<str>, Failure> {
        let parts: Vec<&str> = name.split('.').collect();
        let (first, members) = parts.split_first().ok_or(Failure::NotFound)?;
        match self.simple(first) {
            Ok(class) => self.member_chain(class, members).ok_or(Failure::NotFound),
            Err(Failure::Ambiguous(names)) => Err(Failure::Ambiguous(names)),
            Err(Failure::NotFound) => self.qualified(&parts).ok_or(Failure::NotFound),
        }
    }

    fn qualified(&self, parts: &[&str]) -> Option<Arc<str>> {
        (1..=parts.len()).find_map(|end| {
            let class = self.hierarchy.class(&parts[..end].join("/"))?;
            self.member_chain(class.name.clone(), &parts[end..])
        })
    }

    fn member_chain(&self, class: Arc<str>, members: &[&str]) -> Option<Arc<str>> {
        members
            .iter()
            .try_fold(class, |class, member| self.member(&class, member))
    }

    /// A member class, declared or inherited (JLS 8.5).
    fn member(&self, class: &str, simple: &str) -> Option<Arc<str>> {
        let supertypes = self.hierarchy.supertypes(class);
        let mut classes = supertypes
            .names()
            .iter()
            .filter_map(|name| self.hierarchy.class(name));
        classes.find_map(|class| {
            let mut rows = class.member_classes();
            rows.find(|row| row.simple_name.as_deref() == Some(simple))
                .map(|row| row.name.clone())
        })
    }

    fn simple(&self, name: &str) -> Result<Arc<str>, Failure> {
        if let Some(path) = self.imports.single(name) {
            let parts: Vec<&str> = path.split('.').collect();
            return self.qualified(&parts).ok_or(Failure::NotFound);
        }

        let own = || self.in_own_package(name).into_iter().collect();
        let imported = || {
            let found: BTreeSet<Arc<str>> = self
                .imports
                .on_demand
                .iter()
                .filter_map(|scope| self.in_scope(scope, name))
                .collect();
            found.into_iter().collect()
        };

        let java_lang = || self.in_scope(JAVA_LANG, name).into_iter().collect();
        let tiers: [&dyn Fn() -> Vec<Arc<str>>; 4] =
            [&own, &imported, &java_lang, &|| self.in_sources(name)];
        let found = tiers
            .iter()
            .map(|tier| tier())
            .find(|found| !found.is_empty())
            .unwrap_or_default();

        match found.as_slice() {
            [] => Err(Failure::NotFound),
            [only] => Ok(only.clone()),
            _ => Err(Failure::Ambiguous(found)),
        }
    }

    /// The class of the file's own package; of the unnamed one a class of the sources, as no other
    /// is there.
    fn in_own_package(&self, name: &str) -> Option<Arc<str>> {
        let class = match self.imports.package.as_str() {
            "" => self
                .hierarchy
                .class(name)
                .filter(|class| self.hierarchy.is_source(&class.name)),
            package => self.hierarchy.class(&format!("{package}/{name}")),
        };
        class.map(|class| class.name.clone())
    }

    /// The class that `import scope.*` gives `name`: of a package, or a member of a class.
    fn in_scope(&self, scope: &str, name: &str) -> Option<Arc<str>> {
        let in_package = self
            .hierarchy
            .class(&format!("{}/{name}", scope.to_internal()));
        let visible = in_package.filter(|class| self.is_visible(class));
        visible.map(|class| class.name.clone()).or_else(|| {
            let parts: Vec<&str> = scope.split('.').collect();
            self.member(&self.qualified(&parts)?, name)
        })
    }

    /// A package's own classes are no business of an import; in the sources, any class may be
    /// meant.
    fn is_visible(&self, class: &ClassInfo) -> bool {
        class.access.has(Access::PUBLIC) || self.hierarchy.is_source(&class.name)
    }

    fn in_sources(&self, name: &str) -> Vec<Arc<str>> {
        let named = self
            .hierarchy
            .sources()
            .filter(|class| simple_name(class) == Some(name));
        named.map(|class| class.name.clone()).collect()
    }

    /// The internal name that the class would have if it were there.
    fn guess(&self, name: &str) -> String {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        let Some(path) = self.imports.single(first) else {
            return name.to_internal();
        };
        let outer = path.to_internal();
        if rest.is_empty() {
            outer
        } else {
            format!("{outer}${}", rest.replace('.', "$"))
        }
    }

    fn nearest(&self, name: &str) -> Option<String> {
        match name.rsplit_once('.') {
            Some((scope, simple)) => {
                let names = self
                    .hierarchy
                    .library()
                    .classes_in_package(&scope.to_internal());
                let simple_names: Vec<String> = names
                    .iter()
                    .filter_map(|class| nested_with_dots(class))
                    .collect();
                let near = nearest(simple, simple_names.iter().map(String::as_str))?;
                Some(format!("{scope}.{near}"))
            }
            None => {
                let names = self.names_in_reach();
                nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
            }
        }
    }

    /// Every simple name that could have been meant.
    fn names_in_reach(&self) -> Vec<String> {
        let scopes = self
            .imports
            .on_demand
            .iter()
            .map(String::as_str)
            .chain([JAVA_LANG]);
        let packages = scopes.map(|scope| scope.to_internal());
        let imported =
            packages.flat_map(|package| self.hierarchy.library().classes_in_package(&package));
        let imported: Vec<String> = imported
            .filter_map(|class| nested_with_dots(&class))
            .collect();

        let single = self
            .imports
            .types
            .iter()
            .filter_map(|path| path.rsplit('.').next())
            .map(str::to_owned);
        let sources = self
            .hierarchy
            .sources()
            .filter_map(|class| simple_name(class))
            .map(str::to_owned);

        single.chain(sources).chain(imported).collect()
    }
}

/// The name a class is declared with; `None` for anonymous ones.
fn simple_name(class: &ClassInfo) -> Option<&str> {
    match class.nesting() {
        Some(row) => row.simple_name.as_deref(),
        None => class.name.rsplit('/').next(),
    }
}

fn dotted(class: &str) -> String {
    class.to_readable()
}

/// `Map.Entry` for `java/util/Map$Entry`; `None` for classes without a name of their own.
fn nested_with_dots(class: &str) -> Option<String> {
    let simple = class.rsplit('/').next()?;
    let numbered = simple
        .split('$')
        .any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    (!numbered).then(|| simple.replace('$', "."))
}

/// Without blanks, type arguments and a closing `+`; `...` is one more dimension.
fn erase(text: &str) -> String {
    let mut depth = 0usize;
    let mut erased = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 && !c.is_whitespace() => erased.push(c),
            _ => {}
        }
    }

    let erased = erased.trim_end_matches('+');
    match erased.strip_suffix("...") {
        Some(element) => format!("{element}[]"),
        None => erased.to_owned(),
    }
}

fn split_dimensions(text: &str) -> (&str, usize) {
    let mut element = text;
    let mut dimensions = 0;
    while let Some(rest) = element.strip_suffix("[]").filter(|_| dimensions < 255) {
        (element, dimensions) = (rest, dimensions + 1);
    }
    (element, dimensions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn erasure_keeps_the_class_and_the_dimensions() {
        assert_eq!(
            erase("Map < String, List<int[]> > . Entry [ ]"),
            "Map.Entry[]"
        );
        assert_eq!(erase("Object..."), "Object[]");
        assert_eq!(erase("Socket +"), "Socket");
        assert_eq!(split_dimensions("int[][]"), ("int", 2));
    }

    #[test]
    fn static_imports_count_as_imports_of_types() {
        let imports = Imports::new(&["static a.B.c", " java.util.* ", "java . io . File"]);
        assert_eq!(imports.single("c"), Some("a.B.c"));
        assert_eq!(imports.single("File"), Some("java.io.File"));
        assert_eq!(imports.on_demand, ["java.util"]);
    }
}
