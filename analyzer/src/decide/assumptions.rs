//! The assumptions behind results.

use std::collections::BTreeSet;

use date::model::Identity;
use ir::{MethodId, MissingType, Program};
use plan::{Assumption, GeneratorKind, Verdict};
use points_to::Opening;
use points_to::models::Models;

use crate::decide::causes;
use crate::decide::request::Request;
use crate::decide::result::Optimized;
use crate::wording::{self, GENERAL, INITIALIZED_BY_THE_PROGRAM, LIBRARY_KEYS, UNDISTURBED};

/// The names of all assumptions that a result may rest on, each once.
pub fn assumption_ids() -> Vec<&'static str> {
    let general = GENERAL.iter().map(|(id, _)| *id);
    general
        .chain([
            UNDISTURBED.0,
            INITIALIZED_BY_THE_PROGRAM.0,
            LIBRARY_KEYS.0,
            ONE_MAIN,
            OPEN_CLASS,
            REFLECTION_LOG,
            MODELS,
            LIBRARY_BODIES,
            MISSING_TYPE,
            AS_WRITTEN,
        ])
        .collect()
}

const ONE_MAIN: &str = "one-main";
const OPEN_CLASS: &str = "open-class";
const REFLECTION_LOG: &str = "reflection-log";
const MODELS: &str = "models-of-the-user";
const LIBRARY_BODIES: &str = "library-bodies";
/// The name of the assumption about a type that is missing.
pub const MISSING_TYPE: &str = "missing-type";
const AS_WRITTEN: &str = "monitored-as-written";

/// Returns the assumptions behind the result: the general ones, and one for each place that opens
/// classes or freezes a property. The program begins with one of `mains`, if there are any.
pub fn assumptions(
    program: &Program,
    mains: &[MethodId],
    openings: &[Opening],
    request: &Request,
    specifications: &[Optimized],
) -> Vec<Assumption> {
    let mut found: BTreeSet<Assumption> = GENERAL
        .iter()
        .map(|(id, text)| assumption(id, text))
        .collect();

    if mains.len() > 1 {
        found.insert(assumption(ONE_MAIN, &wording::one_main(mains.len())));
    }
    for opening in openings {
        let place = opening
            .place
            .map(|(file, span)| (program.files[file].path.clone(), span.line));
        found.insert(Assumption {
            id: OPEN_CLASS.to_owned(),
            text: format!("{}: {}", opening.sentence(program), opening.reason),
            file: place.as_ref().map(|(file, _)| file.clone()),
            line: place.map(|(_, line)| line),
            cause: Some(causes::of_opening(program, opening)),
        });
    }

    found.extend(request.reflection_log.as_ref().map(|log| Assumption {
        id: REFLECTION_LOG.to_owned(),
        text: wording::TRUE_LOG.to_owned(),
        file: Some(log.file.clone()),
        line: None,
        cause: None,
    }));
    found.extend(request.models.files().map(|file| Assumption {
        id: MODELS.to_owned(),
        text: wording::TRUE_MODEL.to_owned(),
        file: Some(file.to_owned()),
        line: None,
        cause: None,
    }));

    found.extend(library_bodies(&request.models));
    let mut parameters = specifications.iter().flat_map(|specification| {
        let contexts = specification.original.contexts.iter();
        contexts.flat_map(|context| &context.parameters)
    });
    if parameters.any(|parameter| parameter.identity == Identity::Equals) {
        let (id, text) = LIBRARY_KEYS;
        found.insert(assumption(id, text));
    }

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
                    text: wording::as_written(&property.name, reason),
                    file: Some(specification.original.file.clone()),
                    line: Some(property.span.line).filter(|&line| line > 0),
                    cause: Some(causes::of_frozen(&property.name, reason)),
                });
            }
        }
    }

    found.into_iter().collect()
}

/// The assumption that libraries run in the versions of the class path: others may do more.
fn library_bodies(models: &Models) -> Option<Assumption> {
    let mut classes = models.followed_classes();
    let first = classes.next()?;
    let text = wording::as_their_class_files(first, classes.count());
    Some(assumption(LIBRARY_BODIES, &text))
}

fn missing_type(program: &Program, missing: &MissingType) -> Assumption {
    Assumption {
        id: MISSING_TYPE.to_owned(),
        text: wording::missing_type(missing),
        file: missing
            .place
            .map(|(file, _)| program.files[file].path.clone()),
        line: missing.place.map(|(_, span)| span.line),
        cause: Some(causes::of_missing(missing)),
    }
}

fn assumption(id: &str, text: &str) -> Assumption {
    Assumption {
        id: id.to_owned(),
        text: text.to_owned(),
        file: None,
        line: None,
        cause: None,
    }
}
