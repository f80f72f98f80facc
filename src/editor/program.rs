//! The program that the properties of a folder are about, as far as editors ask for it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use date::model::Specification;
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_syntax::ast::{Member, TypeDecl, TypeDeclId, Unit};
use java_types::class_info::{ClassInfo, FieldInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::{Access, Spelling};
use languages::Fidelity;
use text::Diagnostic;

use crate::cli::fidelity;
use crate::config::{self, Config, FILE_NAME};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::program::{self, Classes};
use crate::inputs::properties::PropertyFile;
use crate::inputs::property_code::{self, Surroundings};
use crate::settings::CheckSettings;

/// The program of a folder.
#[derive(Debug)]
pub struct Program {
    /// Its classes.
    classes: Classes,
    settings: CheckSettings,
}

/// A place in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Its text.
    pub text: String,
    /// The bytes of the declared name.
    pub name: Range<usize>,
    /// The comment before the declaration, without its marks.
    pub comment: Option<String>,
}

impl Program {
    /// Reads the classes of the program that the `residua.toml` of a folder is about; without one,
    /// those of the JDK. `None` where there is no JDK.
    ///
    /// # Errors
    /// The configuration or something that it names cannot be read.
    pub fn load(folder: &Path, console: Console) -> Result<Option<Program>> {
        let settings = CheckSettings::of(config(folder)?);
        let classes = program::classes(&settings, console)?;
        Ok(classes.map(|classes| Program { classes, settings }))
    }

    /// Returns what is wrong with the names of a specification.
    pub fn findings(&self, specification: &Specification) -> Vec<Diagnostic> {
        analyzer::findings_of_names(specification, &self.classes.hierarchy)
    }

    /// Returns what `javac` finds wrong with the code of a property file. Takes seconds.
    pub fn code_findings(&self, file: &PropertyFile) -> Vec<Diagnostic> {
        let surroundings = Surroundings {
            hierarchy: &self.classes.hierarchy,
            jdk: self.classes.class_path.jdk(),
            classes: &self.settings.classes,
            class_path: &self.settings.class_path,
            has_program: !self.settings.sources.is_empty(),
        };
        property_code::findings([file], surroundings)
    }

    /// The class that a type of a specification names.
    pub fn class(&self, specification: &Specification, written: &str) -> Option<Arc<ClassInfo>> {
        let imports = Imports::of(specification);
        let names = TypeNames::new(&self.classes.hierarchy, &imports);
        match names.resolve(written.trim_end_matches('+')) {
            TypeName::Known(Type::Class(name)) => self.classes.hierarchy.class(&name),
            _ => None,
        }
    }

    /// The methods of a class and of what is above it, those that are overridden left out, with the
    /// classes that declare them.
    pub fn methods(&self, class: &ClassInfo) -> Vec<(Arc<ClassInfo>, MethodInfo)> {
        let mut seen = BTreeSet::new();
        let mut methods = Vec::new();
        for class in self.above(class) {
            for method in &class.methods {
                let is_inherited =
                    !method.name.starts_with('<') && !method.access.has(Access::SYNTHETIC);
                if is_inherited && seen.insert((method.name.clone(), parameters(method))) {
                    methods.push((class.clone(), method.clone()));
                }
            }
        }
        methods
    }

    /// The fields of a class and of what is above it, with the classes that declare them.
    pub fn fields(&self, class: &ClassInfo) -> Vec<(Arc<ClassInfo>, FieldInfo)> {
        let above = self.above(class).into_iter();
        let fields = above.flat_map(|class| {
            let fields = class.fields.clone();
            fields.into_iter().map(move |field| (class.clone(), field))
        });
        fields
            .filter(|(_, field)| !field.access.has(Access::SYNTHETIC))
            .collect()
    }

    /// A class and all above it, from below.
    fn above(&self, class: &ClassInfo) -> Vec<Arc<ClassInfo>> {
        let hierarchy = &self.classes.hierarchy;
        let supertypes = hierarchy.supertypes(&class.name);
        supertypes
            .names()
            .iter()
            .filter_map(|name| hierarchy.class(name))
            .collect()
    }

    /// The classes that a property file may name by one word: those of the sources, of the packages
    /// that it imports, and of `java.lang`. Readable names, sorted.
    pub fn simple_names(&self, specification: Option<&Specification>) -> Vec<String> {
        let mut names = BTreeSet::new();
        let sources = self.classes.hierarchy.sources();
        names.extend(sources.map(|class| class.name.to_readable()));
        let imports = specification.map_or(&[][..], |specification| &specification.imports);
        for import in imports
            .iter()
            .filter(|import| !import.starts_with("static "))
        {
            match import.strip_suffix(".*") {
                Some(package) => names.extend(self.classes_in(package)),
                None => {
                    names.insert(import.clone());
                }
            }
        }
        names.extend(self.classes_in("java.lang"));
        names.into_iter().collect()
    }

    /// The classes of a package, nested ones left out: readable names, sorted.
    pub fn classes_in(&self, package: &str) -> Vec<String> {
        let internal = package.to_internal();
        let hierarchy = &self.classes.hierarchy;
        let library = hierarchy.library().classes_in_package(&internal);
        let own = hierarchy.sources().map(|class| class.name.clone());
        let own = own.filter(|name| name.package() == internal);
        let all: BTreeSet<String> = library
            .into_iter()
            .chain(own)
            .filter(|name| !name.contains('$') && !name.contains("-info"))
            .map(|name| name.to_readable())
            .collect();
        all.into_iter().collect()
    }

    /// The packages directly below one, by their last words, sorted. `""` has those at the top.
    pub fn packages_below(&self, package: &str) -> Vec<String> {
        let prefix = if package.is_empty() {
            String::new()
        } else {
            package.to_internal() + "/"
        };
        let known = self.classes.class_path.packages();
        let own: Vec<&str> = self
            .classes
            .hierarchy
            .sources()
            .map(|class| class.name.package())
            .collect();
        let below = known
            .chain(own)
            .filter_map(|known| known.strip_prefix(&prefix));
        let words: BTreeSet<&str> = below.filter_map(|rest| rest.split('/').next()).collect();
        words
            .into_iter()
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// The declaration of a class in the sources; `None` where they have none.
    pub fn declaration(&self, class: &ClassInfo) -> Option<Place> {
        let (file, text, unit) = self.source(class)?;
        let declared = declared_type(&unit, &class.name)?;
        Some(place(&file, &text, declared.name.span, declared.span))
    }

    /// The declarations of the methods or fields of this name in a class, or else above it.
    pub fn members(&self, class: &ClassInfo, name: &str) -> Vec<Place> {
        for class in self.above(class) {
            let Some((file, text, unit)) = self.source(&class) else {
                continue;
            };
            let Some(declared) = declared_type(&unit, &class.name) else {
                continue;
            };
            let found = declared.members.iter().filter_map(|member| match member {
                Member::Method(method) if *method.name.text == *name => {
                    Some(place(&file, &text, method.name.span, method.span))
                }
                Member::Field(field) if *field.name.text == *name => {
                    Some(place(&file, &text, field.name.span, field.name.span))
                }
                _ => None,
            });
            let found: Vec<Place> = found.collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn source(&self, class: &ClassInfo) -> Option<(PathBuf, String, Unit)> {
        let file = self.classes.files.get(&class.name)?;
        let text = std::fs::read_to_string(file).ok()?;
        let unit = java_syntax::parse(&text);
        Some((file.clone(), text, unit))
    }
}

/// The properties of a folder, as its `residua.toml` says.
#[derive(Debug, Default)]
pub struct PropertyFiles {
    /// The files and folders that it names.
    pub named: Vec<PathBuf>,
    /// The way in which all files are read.
    pub fidelity: Fidelity,
}

impl PropertyFiles {
    /// Reads the configuration of a folder. One that cannot be read names nothing;
    /// [`Program::load`] says why.
    pub fn of(folder: &Path) -> Self {
        let config = config(folder).unwrap_or_default();
        PropertyFiles {
            named: config.property,
            fidelity: fidelity(config.compat),
        }
    }
}

/// The configuration of a folder; nothing where there is none.
fn config(folder: &Path) -> Result<Config, Rejected> {
    let file = folder.join(FILE_NAME);
    if file.is_file() {
        config::read(&file)
    } else {
        Ok(Config::default())
    }
}

/// The part of a descriptor that decides what overrides a method.
fn parameters(method: &MethodInfo) -> String {
    let end = method.descriptor.find(')').unwrap_or_default();
    method.descriptor[..end].to_owned()
}

/// The declaration of the class of this internal name.
fn declared_type<'u>(unit: &'u Unit, name: &str) -> Option<&'u TypeDecl> {
    let simple = name.rsplit('/').next()?;
    let mut parts = simple.split('$');
    let named = |ids: &[TypeDeclId], part: &str| {
        let mut ids = ids.iter().map(|&id| &unit.type_decls[id]);
        ids.find(|declared| *declared.name.text == *part)
    };
    let mut declared = named(&unit.types, parts.next()?)?;
    for part in parts {
        let nested: Vec<TypeDeclId> = declared
            .members
            .iter()
            .filter_map(|member| match member {
                Member::Type(id) => Some(*id),
                _ => None,
            })
            .collect();
        declared = named(&nested, part)?;
    }
    Some(declared)
}

fn place(file: &Path, text: &str, name: text::Span, whole: text::Span) -> Place {
    Place {
        file: file.to_owned(),
        name: name.start as usize..name.end as usize,
        comment: comment_before(text, whole.start as usize),
        text: text.to_owned(),
    }
}

/// The text of the documentation comment that ends before a byte.
fn comment_before(text: &str, at: usize) -> Option<String> {
    let before = text.get(..at)?.trim_end();
    let body = before.strip_suffix("*/")?;
    let begin = body.rfind("/*")?;
    let body = body[begin..].strip_prefix("/**")?;
    let lines = body
        .lines()
        .map(|line| line.trim().trim_start_matches('*').trim());
    let comment = lines.collect::<Vec<_>>().join("\n");
    Some(comment.trim().to_owned()).filter(|comment| !comment.is_empty())
}

/// A class as one line of Java: `final class app.Session extends app.Base implements java.lang.Runnable`.
pub fn shown_class(class: &ClassInfo) -> String {
    let readable = |names: &[Arc<str>]| {
        let names = names.iter().map(|name| name.to_readable());
        names.collect::<Vec<_>>().join(", ")
    };
    let above = class.super_name.as_deref().unwrap_or_default();
    let kind = match above {
        _ if class.is_interface() => "interface",
        "java/lang/Enum" => "enum",
        "java/lang/Record" => "record",
        _ => "class",
    };
    let mut line = format!("{kind} {}", class.name.to_readable());
    if kind == "class" && !above.is_empty() && above != "java/lang/Object" {
        line += &format!(" extends {}", above.to_readable());
    }
    if !class.interfaces.is_empty() {
        let word = if class.is_interface() {
            "extends"
        } else {
            "implements"
        };
        line += &format!(" {word} {}", readable(&class.interfaces));
    }
    line
}

/// A method as one line of Java: `static int app.Session.send(int, java.lang.String)`.
pub fn shown_method(class: &ClassInfo, method: &MethodInfo) -> String {
    let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
        return method.name.to_string();
    };
    let result = descriptor
        .result
        .as_ref()
        .map_or("void".to_owned(), readable);
    let parameters: Vec<String> = descriptor.parameters.iter().map(readable).collect();
    let fixed = if method.access.is_static() {
        "static "
    } else {
        ""
    };
    let class = class.name.to_readable();
    format!(
        "{fixed}{result} {class}.{}({})",
        method.name,
        parameters.join(", ")
    )
}

/// A field as one line of Java: `int app.Session.count`.
pub fn shown_field(class: &ClassInfo, field: &FieldInfo) -> String {
    let ty = Type::parse(&field.descriptor)
        .map_or_else(|_| field.descriptor.to_string(), |ty| readable(&ty));
    let fixed = if field.access.is_static() {
        "static "
    } else {
        ""
    };
    format!("{fixed}{ty} {}.{}", class.name.to_readable(), field.name)
}

fn readable(ty: &Type) -> String {
    ty.java_name().to_readable()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_declarations_lose_their_marks() {
        let text = "/* other */\n/**\n * Opens it.\n *\n * @see A\n */\n  void open() {}";
        let at = text.find("void").expect("a method");
        assert_eq!(
            comment_before(text, at).as_deref(),
            Some("Opens it.\n\n@see A")
        );
        assert_eq!(comment_before("int x; void f();", 7), None);
    }
}
