//! The sentences of findings about properties and the program.

use java_patterns::Miss;
use java_patterns::type_names::MissingType as UnknownType;

/// Says why no method or field can match a pattern.
pub fn miss(miss: &Miss) -> String {
    match miss {
        Miss::Type { name } => format!("the type `{name}` is not known"),
        Miss::Name => "no method has this name".to_owned(),
        Miss::Field => "no field has this name and type".to_owned(),
        Miss::ArgumentCount => "no method of this name has so many parameters".to_owned(),
        Miss::Types => "no method of this name has parameters of these types".to_owned(),
    }
}

/// Says that no member can match a pattern; `members` are methods, for example.
pub fn matches_nothing(members: &str, why: &Miss) -> String {
    format!(
        "no {members} anywhere can match this pattern: {}",
        miss(why)
    )
}

/// The help with the nearest member.
pub fn nearest_member(nearest: &str) -> String {
    format!("the nearest is `{nearest}`")
}

/// Says that no class, or none below a type, declares a finalizer.
pub fn no_finalizer(of: Option<&str>) -> String {
    let of = of.map(|ty| format!(" for objects of type `{ty}`"));
    format!(
        "no class of the sources declares a `finalize()`{}: nothing is an event of their end",
        of.unwrap_or_default()
    )
}

/// The help about finalizers.
pub const DECLARE_FINALIZER: &str =
    "declare `protected void finalize() { }` in the class: only then are its objects finalized";

/// Says that a type of a property is nowhere.
pub fn unknown_type(missing: &UnknownType) -> String {
    format!(
        "the type `{}` is in neither the sources, nor the class path, nor the JDK",
        missing.name
    )
}

/// The help about a type of a property that is nowhere.
pub fn unknown_type_help(missing: &UnknownType) -> String {
    match (&missing.nearest, missing.candidates.is_empty()) {
        (_, false) => format!(
            "it may be any of {}: import one",
            missing.candidates.join(", ")
        ),
        (Some(nearest), true) => {
            format!("did you mean `{nearest}`? Otherwise import it or add its jar to --classpath")
        }
        (None, true) => "import it, or add its jar to --classpath".to_owned(),
    }
}

/// Says that an import names something of the unnamed package.
pub fn import_of_unnamed_package(text: &str) -> String {
    format!("`{text}` cannot be imported: Java imports nothing from the unnamed package")
}

/// Says that an import names a class that is not public.
pub fn import_of_hidden_class(text: &str, hidden: &str) -> String {
    format!("`{text}` cannot be imported: `{hidden}` is not public")
}

/// Says that a pattern means elements of arrays that monitors cannot name.
pub fn elements_of_hidden_class(array: &str, hidden: &str) -> String {
    format!(
        "reads of elements of `{array}` cannot be monitored: monitors test each array, and cannot name `{hidden}`"
    )
}

/// The help about classes that monitors cannot name.
pub const NAME_A_VISIBLE_CLASS: &str =
    "make the class public, or name an array of a public class or interface above it";

/// Says that an import is nowhere.
pub fn unknown_import(path: &str) -> String {
    format!("the import `{path}` is in neither the sources, nor the class path, nor the JDK")
}

/// The help about an import that is nowhere.
pub fn unknown_import_help(nearest: Option<&str>) -> String {
    match nearest {
        Some(nearest) => {
            format!("did you mean `{nearest}`? Otherwise add its jar to --classpath")
        }
        None => "correct it, or add its jar to --classpath".to_owned(),
    }
}

/// The help about an import that Java does not have; `is_all` if `path` is all of it.
pub fn write_in_full(path: &str, is_all: bool, otherwise: &str) -> String {
    if is_all {
        format!("write `{path}` in full and without an import, or {otherwise}")
    } else {
        format!("write what stands in `{path}` in full and without an import, or {otherwise}")
    }
}

/// Says that the code of a property file is judged by its words.
pub const CODE_NOT_FOLLOWED: &str = "the code in this file is not followed: each object that its events bind counts as known outside the sources";

/// The help about code that is not followed.
pub const LET_CODE_BE_FOLLOWED: &str = "code is followed if every name in it is found, and it declares no class; in files with channels or events at catch blocks it is not";

/// Says that most public classes are never used.
pub fn mostly_unreached(unreached: usize, public: usize) -> String {
    format!(
        "{unreached} of {public} public classes are never used from the entry points of the program"
    )
}

/// The help where most public classes are never used.
pub const ANALYZE_AS_LIBRARY: &str = "if tests or other programs use them, analyze the project as a library: `residua init --library --force`";
