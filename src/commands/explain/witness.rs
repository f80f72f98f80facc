//! How a generator may take part in a report, step by step.

use std::collections::BTreeMap;

use date::diagnostic::Span;
use instrument::plan::{Generator, Plan, SourcePlace, Witness, WitnessStep};

use crate::inputs::plan::unchanged_text;
use crate::lookup::{is_bad, rooted};
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
        let last = steps(self.plan, witness).last();
        let end = match last.is_some_and(|step| is_bad(self.plan, &generator.property, &step.to)) {
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
        let text = self.texts.entry(&place.file).or_insert_with(|| unchanged_text(source?).ok());
        let line = text.as_ref().and_then(|text| text.lines().nth(place.line.checked_sub(1)? as usize));
        let span = Span { line: place.line, column: place.column, ..Span::default() };
        let line = line.map(str::to_owned);
        let end = line.as_ref().map_or(0, |line| render::word_length(line, place.column)) as u32;
        Excerpt { file: rooted(self.plan, &place.file), span: Span { end, ..span }, line }
    }
}

fn steps<'a>(plan: &'a Plan, witness: &'a Witness) -> impl Iterator<Item = &'a WitnessStep> {
    witness.steps.iter().map(|&step| &plan.witness_steps[step])
}
