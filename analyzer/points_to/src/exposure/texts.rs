//! Classes that texts in annotations name.
//!
//! `@Mapping(expression = "java(app.Words.of(..))")` becomes a call in the code that MapStruct
//! writes, and Spring evaluates `@Value("#{T(app.Words).of(..)}")`. A text may be a constant of the
//! sources.

use java_types::Spelling;
use std::collections::{BTreeMap, BTreeSet};

use ir::{AnnotationUse, ClassId, Program};
use java_types::class_info::Constant;

use crate::classes::Classes;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};

/// Returns what the texts of these annotations open: classes by qualified names, and those of the
/// same package by their simple names where `new` or a member stands beside it. O(texts + classes).
pub(super) fn openings(program: &Program, active: &[&AnnotationUse]) -> Vec<Opening> {
    let names = Names::of(program);
    active
        .iter()
        .flat_map(|annotation| opened_by(program, &names, annotation))
        .collect()
}

fn opened_by(program: &Program, names: &Names<'_>, annotation: &AnnotationUse) -> Vec<Opening> {
    let package = annotation.class.map_or(String::new(), |class| {
        package_of(&program.classes[class].name)
    });
    let constants = annotation
        .names
        .iter()
        .flat_map(|name| names.constants.get(&**name))
        .flatten();
    let texts = annotation
        .texts
        .iter()
        .map(|text| &**text)
        .chain(constants.copied());

    let classes: BTreeSet<ClassId> = texts
        .flat_map(|text| names.classes_in(text, &package))
        .collect();
    let opening = |class| Opening {
        effect: Effect::Use(Classes::One(class)),
        place: Some((annotation.file, annotation.span)),
        reason: format!(
            "a text of `@{}` names the class",
            annotation.annotation.to_readable()
        ),
        origin: Origin::Annotation(annotation.annotation.to_readable()),
    };

    classes.into_iter().map(opening).collect()
}

/// `app.` of `app/Main`; nothing for a class of the unnamed package.
fn package_of(class: &str) -> String {
    class
        .rsplit_once('/')
        .map_or(String::new(), |(package, _)| package.to_binary() + ".")
}

/// The names of a program.
struct Names<'a> {
    /// The classes by canonical name.
    classes: BTreeMap<String, ClassId>,
    /// The values of constants that are strings, by the name of the field.
    constants: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Names<'a> {
    fn of(program: &'a Program) -> Names<'a> {
        let classes = program
            .classes
            .iter_enumerated()
            .map(|(id, class)| (class.name.to_readable(), id));
        let mut constants: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for field in program.classes.iter().flat_map(|class| &class.info.fields) {
            if let Some(Constant::Str(text)) = &field.constant {
                constants.entry(&field.name).or_default().push(text);
            }
        }
        Names {
            classes: classes.collect(),
            constants,
        }
    }

    fn classes_in(&self, text: &str, package: &str) -> Vec<ClassId> {
        let text = text.replace("::", ".").replace(['#', '$'], ".");
        let words = without_escapes(&text);
        let words = words
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .filter(|word| !word.is_empty());
        let mut found = Vec::new();
        let mut before = "";

        for word in words {
            found.extend(self.qualified(word.trim_matches('.')));
            let first = word.split('.').next().unwrap_or_default();
            if before == "new" || first.len() < word.trim_end_matches('.').len() {
                found.extend(self.qualified(&format!("{package}{}", word.trim_matches('.'))));
            }
            before = word;
        }

        found
    }

    /// The class with the longest name at the beginning of this one.
    fn qualified(&self, name: &str) -> Option<ClassId> {
        let mut prefixes = std::iter::successors(Some(name), |name| Some(name.rsplit_once('.')?.0));
        prefixes.find_map(|name| self.classes.get(name).copied())
    }
}

/// A text in which escapes (`\\n`) are blanks.
fn without_escapes(text: &str) -> String {
    let mut characters = text.chars();
    let mut result = String::new();
    while let Some(character) = characters.next() {
        if character == '\\' {
            characters.next();
            result.push(' ');
        } else {
            result.push(character);
        }
    }
    result
}
