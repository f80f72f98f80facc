//! The classes that are instrumented: those that the plan was made for.

use std::collections::BTreeSet;

use java_types::Spelling;
use jvm::classfile::{ClassFile, PoolEntry, Result};

use plan::{Plan, Types};

/// The classes of the sources that were analysed.
///
/// The analysis takes it that no other code raises events (semantics, hazard 13). A library that
/// was not analysed is left as it is, with decisions and without, and both report the same. A class
/// of the program of which there was no source (another language, generated code) is instrumented:
/// its sites are unknown to the plan, and properties with one are woven as written.
pub(super) struct Analysed<'p> {
    /// The types at the top level.
    types: Types<'p>,
    /// Package with `/`, and name of the file.
    files: BTreeSet<(&'p str, &'p str)>,
    /// Packages of these types, with `/`.
    packages: BTreeSet<&'p str>,
    /// The types whose class files were analysed.
    compiled: Types<'p>,
    /// Paths of files of which no type is known: they could not be read.
    unread: Vec<&'p str>,
    /// True if the plan names no types at all. All classes are instrumented then.
    is_silent: bool,
    /// True if all sources were read in full.
    is_complete: bool,
}

impl<'p> Analysed<'p> {
    pub(super) fn of(plan: &'p Plan) -> Self {
        let types = Types::of(&plan.sources);
        let compiled = Types::of(plan.sources.iter().filter(|source| source.compiled));
        let file_name = |path: &'p str| path.rsplit('/').next().unwrap_or(path);
        let files = plan.sources.iter().flat_map(|source| {
            let name = file_name(&source.path);
            source
                .types
                .iter()
                .map(move |ty| (ty.internal().package(), name))
        });

        let unread = plan
            .sources
            .iter()
            .filter(|source| source.types.is_empty())
            .map(|source| source.path.as_str());
        let is_complete = !types.is_empty() && plan.sources.iter().all(|source| !source.incomplete);
        let packages = types.names().map(|ty| ty.package()).collect();
        let (files, unread) = (files.collect(), unread.collect());

        Analysed {
            compiled,
            is_silent: types.is_empty(),
            files,
            packages,
            unread,
            types,
            is_complete,
        }
    }

    /// Returns whether the plan has a row for every generator of a class that is written: its class
    /// file was analysed, or all sources were read in full.
    pub(super) fn knows_all_of(&self, class: &str) -> bool {
        self.is_complete || self.compiled.have(class)
    }

    /// Returns whether a class that was not analysed belongs to the program all the same: it stands
    /// in a package of the sources, or names one of their classes. O(size of the class).
    ///
    /// # Errors
    /// The class file is damaged.
    pub(super) fn is_beside(&self, class: &ClassFile<'_>) -> Result<bool> {
        let name = class.name()?;
        if self.packages.contains(name.package()) {
            return Ok(true);
        }
        for index in 1..class.pool.count() {
            if let Ok(PoolEntry::Class { name }) = class.pool.entry(index)
                && self.is_type(&class.pool.text(name)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a class constant names a type of the sources, a class in one, or an array of
    /// such.
    fn is_type(&self, constant: &str) -> bool {
        let element = constant.trim_start_matches('[');
        let name = if element.len() < constant.len() {
            element
                .strip_prefix('L')
                .map_or("", |name| name.trim_end_matches(';'))
        } else {
            element
        };
        self.types.have(name)
    }

    /// Returns whether a class is instrumented: a type of the sources, or a class compiled from one
    /// of their files. `class` is its internal name, `file` the text of its `SourceFile` attribute.
    /// Without that attribute, a class of a file that could not be read is found if its outermost
    /// class has the file's name. O(length of the name * log types + files that were not read).
    pub(super) fn has(&self, class: &str, file: Option<&str>) -> bool {
        if self.is_silent || self.is_type(class) {
            return true;
        }

        let (package, simple) = class.rsplit_once('/').unwrap_or(("", class));
        let outermost = format!("{}.java", simple.split('$').next().unwrap_or(simple));
        let file = file.unwrap_or(&outermost);
        let path = if package.is_empty() {
            file.to_owned()
        } else {
            format!("{package}/{file}")
        };
        let is_below = |longer: &str, end: &str| {
            longer
                .strip_suffix(end)
                .is_some_and(|rest| rest.ends_with('/'))
        };

        let is_it =
            |unread: &&str| **unread == path || is_below(unread, &path) || is_below(&path, unread);
        self.files.contains(&(package, file)) || self.unread.iter().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::Analysed;
    use java_types::ClassName;
    use plan::{Plan, SCHEMA, Source, Tool};

    fn plan(sources: &[(&str, &[&str])]) -> Plan {
        let source = |(path, types): &(&str, &[&str])| Source {
            root: "src".to_owned(),
            path: (*path).to_owned(),
            sha256: String::new(),
            types: types.iter().map(|ty| ClassName::from_binary(ty)).collect(),
            incomplete: false,
            compiled: false,
        };
        Plan {
            schema: SCHEMA.to_owned(),
            tool: Tool {
                name: "residua".to_owned(),
                version: "0.0.0".to_owned(),
            },
            assumptions: Vec::new(),
            sources: sources.iter().map(source).collect(),
            properties: Vec::new(),
            generators: Vec::new(),
            entries: Vec::new(),
            unreached: Default::default(),
            functional_bodies: Default::default(),
            compared: Default::default(),
            changed: Default::default(),
            witness_steps: Vec::new(),
            totals: Default::default(),
            models: Vec::new(),
        }
    }

    #[test]
    fn classes_of_the_types_are_instrumented() {
        let plan = plan(&[
            ("app/Main.java", &["app.Main", "app.Helper"]),
            ("Top.java", &["Top"]),
        ]);
        let analysed = Analysed::of(&plan);
        for (class, file) in [
            ("app/Main", Some("Main.java")),
            ("app/Main$1", None),
            ("app/Helper$Inner$2", None),
            ("app/Overlooked", Some("Main.java")),
            ("Top", None),
        ] {
            assert!(analysed.has(class, file), "{class}");
        }
        for (class, file) in [
            ("lib/Main", Some("Main.java")),
            ("Main", Some("Main.java")),
            ("app/Other", Some("Other.java")),
            ("app/Other", None),
            ("app/Main2", None),
            ("lib/Top", Some("Top.java")),
        ] {
            assert!(!analysed.has(class, file), "{class}");
        }
    }

    #[test]
    fn classes_of_files_that_could_not_be_read_are_instrumented() {
        let plan = plan(&[
            ("app/Main.java", &["app.Main"]),
            ("main/app/Broken.java", &[]),
            ("Bad.java", &[]),
        ]);
        let analysed = Analysed::of(&plan);
        for class in ["app/Broken", "app/Broken$1", "Bad", "any/Bad"] {
            assert!(analysed.has(class, None), "{class}");
        }
        assert!(analysed.has("app/Second", Some("Broken.java")));
        assert!(!analysed.has("app/NotBroken", Some("NotBroken.java")));
    }

    #[test]
    fn all_of_a_class_file_that_was_analysed_is_known() {
        let mut plan = plan(&[
            ("app/Main.java", &["app.Main"]),
            ("app/Desk.kt", &["app.Desk"]),
        ]);
        plan.sources[0].incomplete = true;
        plan.sources[1].compiled = true;
        let analysed = Analysed::of(&plan);
        assert!(analysed.knows_all_of("app/Desk$Drawer"));
        assert!(!analysed.knows_all_of("app/Main"));
    }

    #[test]
    fn a_plan_that_tells_no_types_is_for_everything() {
        assert!(Analysed::of(&plan(&[("app/Main.java", &[])])).has("lib/Any", Some("Any.java")));
    }
}
