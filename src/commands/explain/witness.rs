//! How a generator may take part in a report, step by step.

use std::collections::BTreeMap;
use std::path::Path;

use date::diagnostic::Span;
use date::model::StateKind;
use instrument::plan::{Generator, Plan, Source, SourcePlace, Witness, WitnessStep};

use super::source::unchanged_text;
use crate::render::{self, Clause, Excerpt};

/// Renders witnesses; reads each source once.
pub struct Witnesses<'a> {
    plan: &'a Plan,
    texts: BTreeMap<&'a str, Option<String>>,
}

impl<'a> Witnesses<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        Witnesses { plan, texts: BTreeMap::new() }
    }

    /// The witness of a generator, if it has one: what it shows, then each step with the states beside it, and the line
    /// of source as long as the source is there unchanged.
    pub fn explain(&mut self, generator: &'a Generator) -> Option<String> {
        let witness = generator.witness.as_ref()?;
        let title = Clause { name: "witness", text: self.title(generator, witness), excerpt: None };
        let plan = self.plan;
        let steps = steps(plan, witness).enumerate().map(|(index, step)| self.step(index + 1, step));
        let clauses: Vec<Clause> = std::iter::once(title).chain(steps).collect();
        Some(render::clauses(&clauses).trim_end().to_owned())
    }

    fn title(&self, generator: &Generator, witness: &Witness) -> String {
        let end = match self.is_report(generator, witness) {
            true => "a report",
            false => "an external action",
        };
        match witness.ordered {
            true => format!("through here an object may be led to {end}, as far as the analysis can tell"),
            false => format!(
                "together these events lead an object to {end}; whether it comes to them, and in this order, is not known"
            ),
        }
    }

    fn is_report(&self, generator: &Generator, witness: &Witness) -> bool {
        let models = self.plan.models.iter();
        let mut properties = models.flat_map(|model| model.mapping.iter().zip(&model.original.properties));
        let property = properties.find(|(mapping, _)| mapping.property == generator.property);
        let end = steps(self.plan, witness).last().map(|step| step.to.as_str());
        property.is_some_and(|(_, property)| {
            property.date.states.iter().any(|state| Some(state.name.as_str()) == end && state.kind == StateKind::Bad)
        })
    }

    fn step(&mut self, number: usize, step: &'a WitnessStep) -> Clause {
        let WitnessStep { event, from, to, .. } = step;
        Clause {
            name: "step",
            text: match step.place {
                Some(_) => format!("{number}. `{from}` -> `{to}` by `{event}`"),
                None => format!("{number}. `{from}` -> `{to}` by `{event}`, which no line of the program raises"),
            },
            excerpt: step.place.as_ref().map(|place| self.excerpt(place)),
        }
    }

    fn excerpt(&mut self, place: &'a SourcePlace) -> Excerpt {
        let source = self.plan.sources.iter().find(|source| source.path == place.file);
        let file = source.map_or_else(|| place.file.clone(), shown);
        let text = self.texts.entry(&place.file).or_insert_with(|| unchanged_text(source?).ok());
        let line = text.as_ref().and_then(|text| text.lines().nth(place.line.checked_sub(1)? as usize));
        let span = Span { line: place.line, column: place.column, ..Span::default() };
        let line = line.map(str::to_owned);
        let end = line.as_ref().map_or(0, |line| render::word_length(line, place.column)) as u32;
        Excerpt { file, span: Span { end, ..span }, line }
    }
}

fn steps<'a>(plan: &'a Plan, witness: &'a Witness) -> impl Iterator<Item = &'a WitnessStep> {
    witness.steps.iter().map(|&step| &plan.witness_steps[step])
}

/// Path of a source with its root.
fn shown(source: &Source) -> String {
    Path::new(&source.root).join(&source.path).to_string_lossy().into_owned()
}
