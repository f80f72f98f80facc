//! The names in a plan and in a recorded run, and their meanings.

use std::path::Path;

use date::model::{Property, Specification, StateKind};
use plan::{Plan, PropertyMapping};

/// A property of a plan as it was written.
#[derive(Debug, Clone, Copy)]
pub struct Model<'a> {
    /// Its specification.
    pub specification: &'a Specification,
    /// The property.
    pub property: &'a Property,
    /// The states and transitions that its residual keeps.
    pub mapping: &'a PropertyMapping,
}

/// Returns the model of a property of the plan.
pub fn model_of<'a>(plan: &'a Plan, name: &str) -> Option<Model<'a>> {
    let mut models = plan.models.iter().flat_map(|model| {
        let pairs = model.mapping.iter().zip(&model.original.properties);
        pairs.map(|(mapping, property)| Model {
            specification: &model.original,
            property,
            mapping,
        })
    });
    models.find(|model| model.mapping.property == name)
}

/// Returns the message of the reports of a property, if its author has written one.
pub fn message_of<'a>(plan: &'a Plan, name: &str) -> Option<&'a str> {
    model_of(plan, name)?
        .property
        .explanation
        .message
        .as_deref()
}

/// Returns whether entering a state of a property is reported.
pub fn is_bad(plan: &Plan, property: &str, state: &str) -> bool {
    let states = model_of(plan, property).map(|model| &model.property.date.states);
    states.is_some_and(|states| {
        states
            .iter()
            .any(|known| known.name == state && known.kind == StateKind::Bad)
    })
}

/// The path of a source with its root in front; that of any other file as it is.
pub fn rooted(plan: &Plan, file: &str) -> String {
    let root = plan
        .sources
        .iter()
        .find(|source| source.path == file)
        .map_or("", |source| &source.root);
    Path::new(root).join(file).to_string_lossy().into_owned()
}

/// The place that a line of a recorded run names: `app/Main.java:12`. None for any other text, such as a
/// number of STD.
pub fn place_of(line: &str) -> Option<(&str, u32)> {
    let (file, number) = line.rsplit_once(':')?;
    let number = number.parse().ok()?;
    (!file.is_empty()).then_some((file, number))
}
