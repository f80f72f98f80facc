//! The declaring type of a pattern, and the classes that it names.

use date::model::TypePattern;
use java_types::Spelling;

use super::answers::{answer, weaken};
use super::conformance::may_name;
use crate::type_names::{TypeName, TypeNames};
use java_types::descriptor::Type;
use java_types::hierarchy::{Answer, Hierarchy};

/// A declaring type with its class resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Declaring {
    /// `*`.
    Any,
    /// `T` or `T+`.
    Class { name: TypeName, subtypes: bool },
    /// A pattern on qualified names: `*` is any run without dots, `..` any sequence of packages.
    Glob { pattern: String, subtypes: bool },
}

impl Declaring {
    pub(super) fn new(pattern: &TypePattern, names: TypeNames<'_>) -> Self {
        let (text, subtypes) = match pattern {
            TypePattern::Any => return Declaring::Any,
            TypePattern::Exact(text) => (text.trim(), text.trim().ends_with('+')),
            TypePattern::Subtypes(text) => (text.trim(), true),
        };
        let name = text.trim_end_matches(['+', ' ']);

        match name {
            "*" => Declaring::Any,
            _ if name.contains('*') || name.contains("..") => Declaring::Glob {
                pattern: name.to_owned(),
                subtypes,
            },
            _ => Declaring::Class {
                name: names.resolve(name),
                subtypes,
            },
        }
    }

    /// The name that it is, unless it is a pattern.
    pub(super) fn name(&self) -> Option<&TypeName> {
        match self {
            Declaring::Class { name, .. } => Some(name),
            Declaring::Any | Declaring::Glob { .. } => None,
        }
    }

    /// Returns whether it names the class (or array type, as descriptor).
    pub(super) fn names(&self, hierarchy: &Hierarchy, class: &str) -> Answer {
        match self {
            Declaring::Any => Answer::Yes,
            Declaring::Class {
                name: TypeName::Known(Type::Class(wanted)),
                subtypes,
            } => names_class(hierarchy, class, wanted, *subtypes),
            Declaring::Class {
                name: TypeName::Known(wanted),
                ..
            } => answer(class.starts_with('[') && wanted.to_string() == class),
            Declaring::Class {
                name: TypeName::Missing(missing),
                subtypes,
            } => {
                let guess = missing.guess.class_name().map_or("", |name| name);
                weaken(by_name(hierarchy, class, *subtypes, |name| {
                    may_name(guess, name)
                }))
            }
            Declaring::Glob { pattern, subtypes } => {
                let matches = |name: &str| glob_matches(pattern, &name.to_readable());
                by_name(hierarchy, class, *subtypes, matches)
            }
        }
    }

    /// Returns whether it names a type of a value. An array is a subtype of the classes that all
    /// arrays have.
    pub(super) fn names_type(&self, hierarchy: &Hierarchy, ty: &Type) -> Answer {
        match (self, ty) {
            (Declaring::Any, _) => Answer::Yes,
            (
                Declaring::Class {
                    name: TypeName::Known(wanted),
                    ..
                },
                ty,
            ) if wanted == ty => Answer::Yes,
            (
                Declaring::Class {
                    name: TypeName::Known(Type::Class(wanted)),
                    subtypes: true,
                },
                Type::Array(_),
            ) => hierarchy.is_subtype(ty, &Type::Class(wanted.clone())),
            (
                Declaring::Class {
                    name: TypeName::Missing(missing),
                    ..
                },
                Type::Array(_),
            ) => {
                if matches!(missing.guess, Type::Array(_)) {
                    Answer::Unknown
                } else {
                    Answer::No
                }
            }
            (Declaring::Glob { pattern, .. }, Type::Primitive(_) | Type::Array(_)) => {
                answer(glob_matches(pattern, &ty.java_name().replace('$', ".")))
            }
            (_, Type::Class(class)) => self.names(hierarchy, class),
            _ => Answer::No,
        }
    }
}

fn names_class(hierarchy: &Hierarchy, class: &str, wanted: &str, subtypes: bool) -> Answer {
    match (subtypes, class.starts_with('[')) {
        (false, _) => answer(class == wanted),
        (true, false) => hierarchy.is_subclass(class, wanted),
        (true, true) => match Type::parse(class) {
            Ok(array) => hierarchy.is_subtype(&array, &Type::class(wanted)),
            Err(_) => Answer::Unknown,
        },
    }
}

/// Returns whether the name of the class, or of one of its supertypes where these count, passes.
fn by_name(
    hierarchy: &Hierarchy,
    class: &str,
    subtypes: bool,
    passes: impl Fn(&str) -> bool,
) -> Answer {
    if !subtypes || class.starts_with('[') {
        return answer(passes(class));
    }
    let supertypes = hierarchy.supertypes(class);
    if supertypes.names().iter().any(|name| passes(name)) {
        Answer::Yes
    } else if supertypes.complete() {
        Answer::No
    } else {
        Answer::Unknown
    }
}

/// Returns whether a qualified name with dots matches: `*` is any run without dots, `..` a dot, or
/// dots with anything between.
pub(super) fn glob_matches(pattern: &str, text: &str) -> bool {
    if let Some(rest) = pattern.strip_prefix("..") {
        let after_dots = text
            .char_indices()
            .filter(|&(_, c)| c == '.')
            .map(|(at, _)| &text[at + 1..]);
        let starts = text.starts_with('.');
        return starts && after_dots.into_iter().any(|text| glob_matches(rest, text));
    }
    if let Some(rest) = pattern.strip_prefix('*') {
        let run = text.find('.').unwrap_or(text.len());
        let mut ends = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .take_while(|&at| at <= run);
        return ends.any(|at| glob_matches(rest, &text[at..]));
    }

    match (pattern.chars().next(), text.chars().next()) {
        (None, None) => true,
        (Some(p), Some(t)) if p == t => {
            glob_matches(&pattern[p.len_utf8()..], &text[t.len_utf8()..])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_stays_within_a_name_and_dots_cross_packages() {
        assert!(glob_matches("java.util.*", "java.util.List"));
        assert!(!glob_matches("java.util.*", "java.util.Map.Entry"));
        assert!(glob_matches("java..*", "java.util.Map.Entry"));
        assert!(glob_matches("java..Entry", "java.util.Map.Entry"));
        assert!(glob_matches("java..List", "java.List"));
        assert!(!glob_matches("java.*.List", "java.util.concurrent.List"));
        assert!(glob_matches("*Set", "HashSet"));
        assert!(!glob_matches("*Set", "java.util.HashSet"));
        assert!(glob_matches("add*", "addAll"));
        assert!(!glob_matches("", "x"));
    }
}
