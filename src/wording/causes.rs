//! The sentences about things that keep calls monitored and may be changed.

use plan::CauseSort;

use super::{counted, grouped};

/// So many names stand in a sentence.
const NAMED: usize = 3;

/// Facts about things with one remedy.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// Their sort.
    pub sort: CauseSort,
    /// The framework, package, file or reason that they have in common; empty if none.
    pub family: &'a str,
    /// Their names, in order.
    pub names: &'a [&'a str],
    /// The reason of the first of them.
    pub why: &'a str,
    /// The number of classes that they open.
    pub classes: usize,
    /// True if they open every class.
    pub every_class: bool,
    /// The number of their places.
    pub places: usize,
    /// The number of calls that they concern.
    pub calls: u64,
}

/// Says of things that they keep calls monitored.
pub fn what(told: &Told<'_>) -> String {
    let Told {
        sort, family, why, ..
    } = *told;
    let classes = classes(told);
    let places = counted(told.places, "place", "places");
    match sort {
        CauseSort::NoEntryPoint => {
            "any method may be called, as no entry point is known".to_owned()
        }
        CauseSort::Unread | CauseSort::Versions => {
            format!("{why}, so other code may use {classes}")
        }
        CauseSort::Reflection => format!("reflection at {places} may use {classes}"),
        CauseSort::Annotation => {
            format!("{family} may use {classes} by {}", annotations(told.names))
        }
        CauseSort::Processor => format!(
            "{family} may add code to {classes} during compilation, by {}",
            annotations(told.names)
        ),
        CauseSort::Changed => format!("class files have other code than the sources: {why}"),
        CauseSort::File => format!("{family} names {classes}"),
        CauseSort::Text => format!(
            "texts at {places} name {classes}, and whoever gets a text may look for its class"
        ),
        CauseSort::Library if family.is_empty() => format!("a library may look into {classes}"),
        CauseSort::Library => {
            format!("`{family}` gets objects or types, and may look into {classes}")
        }
        CauseSort::MadeByLibrary => {
            format!("only a library can have made the values at {places}, so it may use {classes}")
        }
        CauseSort::Convention => format!("the JDK finds {classes} by names that it makes"),
        CauseSort::Ran => format!("tripwires have recorded methods of {classes}"),
        CauseSort::MissingType => missing(told),
        CauseSort::AsWritten => format!(
            "{} monitored as written: {why}",
            match told.names {
                [one] => format!("the property `{one}` is"),
                more => format!("{} properties are", more.len()),
            }
        ),
    }
}

/// Says how to change them; nothing where that is not possible, or where [`what`] says it.
pub fn remedy(told: &Told<'_>) -> String {
    match told.sort {
        CauseSort::NoEntryPoint => "name the methods where execution begins with `--entry`",
        CauseSort::Versions => "name all but one of the files in `left-out`",
        CauseSort::Unread if told.why.contains("more than once") => {
            "name all but one of the files in `left-out`"
        }
        CauseSort::Unread | CauseSort::MissingType => {
            "add the missing jar with `--classpath`, or the folder of generated sources with `--source`"
        }
        CauseSort::Reflection => {
            "record what the calls reach in runs of `residua weave --record-reflection`, and name the record with `--reflection-log`"
        }
        CauseSort::Annotation => {
            "name the annotations that nothing reads at run time in `inert-annotation`"
        }
        CauseSort::Processor => {
            "compile, and name the class files with `--classes`: they hold what the processor has added"
        }
        CauseSort::Changed => "compile the sources again",
        CauseSort::File if told.family.contains(".class`") => {
            "if its classes are a part of the program, name their folder or jar with `--classes`"
        }
        CauseSort::File => {
            "if the program does not read the file, keep it out of the folders of sources and resources"
        }
        CauseSort::Library | CauseSort::MadeByLibrary => {
            "say with `--models` what the methods of the library do"
        }
        CauseSort::AsWritten => {
            "change what is named here, or accept that it is monitored in full"
        }
        CauseSort::Text | CauseSort::Convention | CauseSort::Ran => "",
    }
    .to_owned()
}

/// Says how many kept calls a thing concerns: a remedy silences no more.
pub fn concerns(calls: u64, kept: u64) -> String {
    match (calls, kept) {
        (all, kept) if all == kept => {
            "it may be what keeps every monitored call that is kept".to_owned()
        }
        (calls, kept) => format!(
            "it may be what keeps {} of the {} monitored calls that are kept, and no other",
            grouped(calls),
            grouped(kept),
        ),
    }
}

fn missing(told: &Told<'_>) -> String {
    let (types, them) = match told.names {
        [one] => (format!("the type `{one}` is missing"), "it"),
        more => (
            format!("{} types of `{}` are missing", more.len(), told.family),
            "them",
        ),
    };
    if told.every_class {
        return format!("{types}, and may be the program's own, which may use every class");
    }
    match told.calls {
        0 => format!("{types}, and no call depends on {them}"),
        1 => format!("{types}, and 1 call cannot be resolved without {them}"),
        calls => format!(
            "{types}, and {} calls cannot be resolved without {them}",
            grouped(calls)
        ),
    }
}

fn classes(told: &Told<'_>) -> String {
    if told.every_class {
        "every class".to_owned()
    } else {
        counted(told.classes, "class", "classes")
    }
}

/// `` `@Entity`, `@Table` and 3 more annotations``.
fn annotations(names: &[&str]) -> String {
    let simple = |name: &&str| format!("`@{}`", name.rsplit('.').next().unwrap_or(name));
    let named = names
        .iter()
        .take(NAMED)
        .map(simple)
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => named,
        1 => format!("{named} and 1 more annotation"),
        more => format!("{named} and {more} more annotations"),
    }
}
