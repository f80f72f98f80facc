//! The specifications as weaving needs them.

use std::borrow::Cow;

use date::model::Specification;

use super::job::Job;
use crate::monitor::{Carriers, Subject};
use crate::weave::carried::carriers;
use crate::weave::decide::Woven;
use crate::weave::matcher::Matcher;
use crate::weave::placement::{placement, unimportable};
use crate::weave::{WeaveError, WeaveRequest};

/// Returns the names of the properties of each specification of a plan.
pub fn property_names(request: &WeaveRequest<'_>) -> Vec<Vec<String>> {
    let models = request.plan.models.iter();
    let names = models.map(|model| {
        let mapping = model.mapping.iter();
        mapping.map(|mapping| mapping.property.clone()).collect()
    });
    names.collect()
}

/// Prepares specifications for weaving, given with the names of their properties.
///
/// # Errors
/// A specification imports a class that Java cannot import.
pub fn specifications<'a>(
    job: &Job<'_>,
    models: &'a [Cow<'_, Specification>],
    names: &'a [Vec<String>],
) -> Result<Vec<Woven<'a>>, WeaveError> {
    let each = models.iter().zip(names).enumerate();
    each.map(|(order, (model, names))| woven(job, order, model, names))
        .collect()
}

fn woven<'a>(
    job: &Job<'_>,
    order: usize,
    specification: &'a Specification,
    names: &'a [String],
) -> Result<Woven<'a>, WeaveError> {
    let hierarchy = &job.program.hierarchy;
    let has_finalizers = job.program.has_finalizers();
    let matcher = Matcher::new(specification, hierarchy);
    if let Some(class) = unimportable(specification, hierarchy) {
        return Err(WeaveError::Unsupported(format!(
            "{}: nothing can be imported from the unnamed package: write `{class}` in full and without an import, or \
             give it a package",
            specification.file
        )));
    }

    // Finalizers run after weak references have been cleared. So a program with finalizers gets no
    // fields: its monitors are found in tables, by phantom references (`residua.runtime.Lasting`).
    let carriers = if job.request.adds_fields && !has_finalizers {
        carriers(specification, order, job.program)
    } else {
        Carriers::new()
    };
    let subject = Subject::new(
        specification,
        order,
        names,
        placement(specification, hierarchy),
        carriers,
        has_finalizers,
    );
    Ok(Woven { subject, matcher })
}
