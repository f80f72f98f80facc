//! The demands of handlers on the parameters that an instance binds. `full-binding` demands all of
//! them, `connected` demands that events have connected the bound ones.

use super::Lowering;
use super::connections::{Blocks, Parameters};
use super::events::Lowered;
use super::pointcut::all;
use crate::java::Excerpt;
use crate::mop::syntax::{Modifier, Spec};

/// The cases in which handlers run in an instance.
pub(super) enum Runs {
    Always,
    Never,
    /// The instances in which this holds.
    Where(Excerpt),
}

/// The meaning of `connected`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Connection {
    /// Nothing.
    Ignored,
    /// Handlers run where what is bound is connected.
    Followed,
    /// Handlers run where nothing is bound.
    Nothing,
}

/// The demands of the handlers of a specification.
pub(super) struct Demand<'s> {
    spec: &'s Spec,
    is_full: bool,
    connection: Connection,
}

impl Lowering<'_> {
    /// Returns what handlers ask. An instance that begins with all its parameters bound by one
    /// event is connected for good.
    pub(super) fn demand(&self, events: &[Lowered]) -> Demand<'_> {
        let Lowering { spec, .. } = self;
        let is_general =
            |event: &Lowered| event.creates && event.binds.len() < spec.parameters.len();
        let is_asked = spec.modifiers.contains(&Modifier::Connected) && spec.parameters.len() > 1;
        let connection = if is_asked && events.iter().any(is_general) {
            if self.connects_nothing() {
                Connection::Nothing
            } else {
                Connection::Followed
            }
        } else {
            Connection::Ignored
        };

        Demand {
            spec,
            is_full: spec.modifiers.contains(&Modifier::FullBinding),
            connection,
        }
    }
}

impl Demand<'_> {
    /// Returns whether it matters what events have connected.
    pub fn is_about_connections(&self) -> bool {
        self.connection == Connection::Followed
    }

    /// Returns what is connected after an event that binds these parameters.
    pub fn connected(&self, blocks: &Blocks, bound: &Parameters) -> Blocks {
        if self.is_about_connections() {
            blocks.after(bound)
        } else {
            Blocks::default()
        }
    }

    /// Returns whether handlers run after an event that binds these parameters, where it has left
    /// these connected.
    pub fn runs(&self, blocks: &Blocks, bound: &Parameters) -> Runs {
        let every: Parameters = (0..self.spec.parameters.len()).collect();
        let mut allowed = self.allowed(blocks, &every);
        allowed.retain(|set| set.is_superset(bound) && (!self.is_full || *set == every));
        match (allowed.contains(&every), self.is_full) {
            _ if allowed.is_empty() => Runs::Never,
            (true, false) => Runs::Always,
            (true, true) => self.all_bound().map_or(Runs::Always, Runs::Where),
            (false, _) => Runs::Where(self.within_one(&allowed)),
        }
    }

    /// An instance may bind what is in one of these, and nothing else. Whatever is connected is
    /// bound.
    fn allowed(&self, Blocks(blocks): &Blocks, every: &Parameters) -> Vec<Parameters> {
        match (self.connection, blocks.first()) {
            (Connection::Ignored, _) => vec![every.clone()],
            (Connection::Nothing, _) => vec![Parameters::new()],
            (Connection::Followed, None) => every
                .iter()
                .map(|parameter| Parameters::from([*parameter]))
                .collect(),
            (Connection::Followed, Some(block)) if blocks.len() == 1 => vec![block.clone()],
            (Connection::Followed, Some(_)) => Vec::new(),
        }
    }

    /// Tests that an instance binds all parameters; nothing where there are none.
    fn all_bound(&self) -> Option<Excerpt> {
        let tests = self.spec.parameters.iter().map(|parameter| {
            let place = parameter.name.place.range();
            written(&format!("{} != null", parameter.name.text), place)
        });
        all(&tests.collect::<Vec<Excerpt>>())
    }

    /// Tests that an instance binds nothing but the parameters in one of some sets.
    fn within_one(&self, allowed: &[Parameters]) -> Excerpt {
        let cases: Vec<String> = allowed.iter().map(|set| self.nothing_but(set)).collect();
        let text = match cases.as_slice() {
            [case] => case.clone(),
            cases => cases
                .iter()
                .map(|case| format!("({case})"))
                .collect::<Vec<String>>()
                .join(" || "),
        };
        written(&text, self.spec.name.place.range())
    }

    fn nothing_but(&self, set: &Parameters) -> String {
        let others = self
            .spec
            .parameters
            .iter()
            .enumerate()
            .filter(|(position, _)| !set.contains(position));
        let tests = others.map(|(_, parameter)| format!("{} == null", parameter.name.text));
        tests.collect::<Vec<String>>().join(" && ")
    }
}

fn written(text: &str, place: std::ops::Range<usize>) -> Excerpt {
    let mut java = Excerpt::empty(place.start);
    java.push(text, place);
    java
}
