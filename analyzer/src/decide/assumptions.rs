//! The assumptions behind results.

use java_types::Spelling;
use std::collections::BTreeSet;

use ir::{MissingType, Program};
use plan::{Assumption, GeneratorKind, Verdict};
use points_to::Opening;

use crate::decide::request::Request;
use crate::decide::result::Optimized;

/// The executions that verdicts about every execution leave out.
const UNDISTURBED: (&str, &str) = (
    "virtual-machine-errors",
    "of executions that are said to violate a property those are left out in which the virtual machine runs out of memory or \
     stack, cannot load, link or initialize a class, or is stopped from outside",
);

/// The assumption behind events of initializations.
const INITIALIZED_BY_THE_PROGRAM: (&str, &str) = (
    "library-initializes-for-the-program",
    "library methods that code of properties calls are not the first to use a class whose initialization is an event",
);
/// The names of all assumptions that a result may rest on, each once.
pub fn assumption_ids() -> Vec<&'static str> {
    let general = GENERAL.iter().map(|(id, _)| *id);
    general
        .chain([
            UNDISTURBED.0,
            INITIALIZED_BY_THE_PROGRAM.0,
            OPEN_CLASS,
            REFLECTION_LOG,
            MODELS,
            MISSING_TYPE,
            AS_WRITTEN,
        ])
        .collect()
}

const OPEN_CLASS: &str = "open-class";
const REFLECTION_LOG: &str = "reflection-log";
const MODELS: &str = "models-of-the-user";
/// The name of the assumption about a type that is missing.
pub const MISSING_TYPE: &str = "missing-type";
const AS_WRITTEN: &str = "monitored-as-written";

/// Returns the assumptions behind the result: the general ones, and one for each place that opens
/// classes or freezes a property.
pub fn assumptions(
    program: &Program,
    openings: &[Opening],
    request: &Request,
    specifications: &[Optimized],
) -> Vec<Assumption> {
    let mut found: BTreeSet<Assumption> = GENERAL
        .iter()
        .map(|(id, text)| assumption(id, text))
        .collect();

    for opening in openings {
        let place = opening
            .place
            .map(|(file, span)| (program.files[file].path.clone(), span.line));
        found.insert(Assumption {
            id: OPEN_CLASS.to_owned(),
            text: format!("{}: {}", opening.sentence(program), opening.reason),
            file: place.as_ref().map(|(file, _)| file.clone()),
            line: place.map(|(_, line)| line),
        });
    }

    found.extend(request.reflection_log.as_ref().map(|log| {
        Assumption {
            id: REFLECTION_LOG.to_owned(),
            text: "the reflective calls that the log names reach what it lists and nothing else"
                .to_owned(),
            file: Some(log.file.clone()),
            line: None,
        }
    }));
    found.extend(request.models.files().map(|file| Assumption {
        id: MODELS.to_owned(),
        text: "the methods of the library that the file describes do what it says and nothing else".to_owned(),
        file: Some(file.to_owned()),
        line: None,
    }));

    let hears_initializations = specifications.iter().any(|specification| {
        let mut rows = specification
            .properties
            .iter()
            .flat_map(|property| &property.generators);
        rows.any(|row| row.kind == GeneratorKind::Initialization)
    });

    if hears_initializations {
        let (id, text) = INITIALIZED_BY_THE_PROGRAM;
        found.insert(assumption(id, text));
    }

    found.extend(
        program
            .missing
            .iter()
            .map(|missing| missing_type(program, missing)),
    );
    let mut results = specifications
        .iter()
        .flat_map(|specification| &specification.properties);

    if results.any(|result| result.verdict == Verdict::Violated) {
        let (id, text) = UNDISTURBED;
        found.insert(assumption(id, text));
    }

    for specification in specifications {
        for (property, result) in specification
            .original
            .properties
            .iter()
            .zip(&specification.properties)
        {
            if let Some(reason) = &result.frozen {
                found.insert(Assumption {
                    id: AS_WRITTEN.to_owned(),
                    text: format!("`{}` is monitored as written: {reason}", property.name),
                    file: Some(specification.original.file.clone()),
                    line: Some(property.span.line).filter(|&line| line > 0),
                });
            }
        }
    }

    found.into_iter().collect()
}

fn missing_type(program: &Program, missing: &MissingType) -> Assumption {
    let name = missing.name.to_readable();
    let cost = match missing.calls {
        0 => "no call depends on it".to_owned(),
        1 => "1 call cannot be resolved without it".to_owned(),
        calls => format!("{calls} calls cannot be resolved without it"),
    };

    Assumption {
        id: MISSING_TYPE.to_owned(),
        text: format!(
            "`{name}` is neither in the sources, on the class path nor in the JDK, and is taken for a library's, none of \
             whose fields and member types hides another; {cost}"
        ),
        file: missing
            .place
            .map(|(file, _)| program.files[file].path.clone()),
        line: missing.place.map(|(_, span)| span.line),
    }
}

fn assumption(id: &str, text: &str) -> Assumption {
    Assumption {
        id: id.to_owned(),
        text: text.to_owned(),
        file: None,
        line: None,
    }
}

/// The assumptions behind every result.
const GENERAL: [(&str, &str); 8] = [
    (
        "separate-compilation",
        "code without sources knows no class, method or field of the sources but those it declares itself, and what \
         annotations, type arguments, casts, class files and resources show it to know: those classes are open",
    ),
    (
        "sources-are-complete",
        "the classes that run were compiled from these sources; no other code of theirs is loaded",
    ),
    (
        "library-conditions-are-pure",
        "library methods called by conditions, `filter` and `where` have no effect, nor has what they call back",
    ),
    (
        "no-scanning-frameworks",
        "no framework finds classes of the sources by scanning the class path, but those that have annotations or are \
         named in resources: they are open",
    ),
    (
        "no-native-changes",
        "native code neither calls methods of the sources nor changes their fields, but as a library would",
    ),
    (
        "library-compares-and-prints",
        "`equals`, `hashCode` and `toString` of classes without sources store neither their object nor their argument",
    ),
    (
        "library-iterators",
        "a collection whose class is not known gives out a new iterator each time, or the one that empty collections \
         share, and never one that a collection of the sources gave it; so do streams, directories, paths and loaders of \
         services; the names that `Properties.stringPropertyNames` gives are a copy",
    ),
    (
        "null-names-no-instance",
        "an event whose parameter is null concerns no instance",
    ),
];
