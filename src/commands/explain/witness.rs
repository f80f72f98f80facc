//! How a generator may take part in a report, step by step.

use std::collections::BTreeMap;

use date::ids::EventId;
use plan::{Generator, LeftOut, Plan, SourcePlace, Witness, WitnessStep};
use text::Span;

use crate::inputs::plans::unchanged_text;
use crate::lookup::{Model, is_bad, model_of, rooted};
use crate::render::{self, Clause, Excerpt};
use crate::wording::{explain as wording, objects, order};

/// Renders witnesses; reads each source once.
pub struct Witnesses<'a> {
    plan: &'a Plan,
    texts: BTreeMap<&'a str, Option<String>>,
}

impl<'a> Witnesses<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        Witnesses {
            plan,
            texts: BTreeMap::new(),
        }
    }

    /// The witness of a generator, if it has one: what it shows and which abstractions that rests
    /// on, then each step with the states beside it, and the line of source as long as the source
    /// is there unchanged.
    pub fn explain(&mut self, generator: &'a Generator) -> Option<String> {
        let witness = generator.witness.as_ref()?;
        let title = Clause {
            name: "witness",
            text: wording::witness(self.is_report(generator, witness), witness.ordered),
            excerpt: None,
        };
        let plan = self.plan;
        let mut number = 0;
        let steps = steps(plan, witness).enumerate().flat_map(|(index, step)| {
            let left_out = witness
                .left_out
                .iter()
                .find(|left_out| left_out.before == index);
            number += 1 + left_out.map_or(0, |left_out| left_out.steps);
            left_out
                .map(not_shown)
                .into_iter()
                .chain([self.step(generator, number, step)])
        });

        let clauses: Vec<Clause> = std::iter::once(title)
            .chain(abstractions(witness))
            .chain(steps)
            .collect();
        Some(render::clauses(&clauses).trim_end().to_owned())
    }

    /// Returns whether the end of a witness is a report, and no external action.
    fn is_report(&self, generator: &Generator, witness: &Witness) -> bool {
        let last = steps(self.plan, witness).last();
        last.is_some_and(|step| is_bad(self.plan, &generator.property, &step.to))
    }

    fn step(&mut self, generator: &Generator, number: usize, step: &'a WitnessStep) -> Clause {
        let conditions = [filter, condition].map(|of| of(self.plan, &generator.property, step));
        let conditions: Vec<&str> = conditions.into_iter().flatten().collect();
        Clause {
            name: "step",
            text: wording::step(number, step, &conditions),
            excerpt: step.place.as_ref().map(|place| self.excerpt(place)),
        }
    }

    fn excerpt(&mut self, place: &'a SourcePlace) -> Excerpt {
        let source = self
            .plan
            .sources
            .iter()
            .find(|source| source.path == place.file);
        let text = self
            .texts
            .entry(&place.file)
            .or_insert_with(|| unchanged_text(source?).ok());
        let line = text
            .as_ref()
            .and_then(|text| text.lines().nth(place.line.checked_sub(1)? as usize));

        let span = Span {
            line: place.line,
            column: place.column,
            ..Span::default()
        };
        let line = line.map(str::to_owned);
        let end = line
            .as_ref()
            .map_or(0, |line| render::word(line, place.column).len()) as u32;

        Excerpt {
            file: rooted(self.plan, &place.file),
            span: Span { end, ..span },
            line,
        }
    }
}

fn not_shown(left_out: &LeftOut) -> Clause {
    Clause {
        name: "step",
        text: wording::steps_not_shown(left_out.steps),
        excerpt: None,
    }
}

/// Returns what the analysis does not tell apart on the way: a way that no execution takes is made
/// up of one of these.
fn abstractions(witness: &Witness) -> [Clause; 2] {
    let order = order(witness);
    let order = if witness.ordered {
        order.to_owned()
    } else {
        wording::order_not_known(order)
    };
    let clause = |name, text| Clause {
        name,
        text,
        excerpt: None,
    };

    [clause("objects", objects(witness)), clause("order", order)]
}

/// The condition of the transition that a step takes; none where it has none, or where several
/// transitions with different ones fit.
fn condition<'a>(plan: &'a Plan, property: &str, step: &WitnessStep) -> Option<&'a str> {
    let Model {
        specification,
        property,
        ..
    } = model_of(plan, property)?;
    let states = &property.date.states;
    let fitting = property.date.transitions.iter().filter(|transition| {
        states[transition.from].name == step.from
            && states[transition.to].name == step.to
            && specification.events[transition.event].name == step.event
    });
    let mut conditions = fitting.map(|transition| transition.condition.as_ref());
    let first = conditions.next()??;
    conditions.next().is_none().then_some(first.text.as_str())
}

/// The filter of the event that a step takes; none where there is none, or where the event may be
/// raised in several ways.
fn filter<'a>(plan: &'a Plan, property: &str, step: &WitnessStep) -> Option<&'a str> {
    let Model {
        specification,
        property,
        ..
    } = model_of(plan, property)?;
    let of_step = |event: &&EventId| specification.events[**event].name == step.event;
    let events = property
        .date
        .transitions
        .iter()
        .map(|transition| &transition.event);

    let event = &specification.events[*events.into_iter().find(of_step)?];
    match (&*event.alternatives, &*event.members) {
        ([alternative], []) => alternative.filter.as_ref().map(|filter| filter.text.trim()),
        _ => None,
    }
}

fn steps<'a>(plan: &'a Plan, witness: &'a Witness) -> impl Iterator<Item = &'a WitnessStep> {
    witness.steps.iter().map(|&step| &plan.witness_steps[step])
}
