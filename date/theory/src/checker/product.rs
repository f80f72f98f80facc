//! The product of original and residual for one instance.

use super::choice::{Demon, Side};
use super::reading::{Arrow, Deed, Reading};
use crate::graph::Letter;
use crate::ids::StateId;

/// A state of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Product {
    /// State of the original; `None` while there is no instance, if it matters when there is one.
    pub original: Option<StateId>,
    /// State of the residual.
    pub residual: Option<StateId>,
    /// True if both sides have run the same actions so far.
    pub variables_agree: bool,
}

/// A letter as the two sides hear it.
pub(super) struct Heard<'a> {
    pub letter: &'a Letter,
    /// True for the original and for the residual if they hear the letter. The residual does not
    /// hear a silenced generator.
    pub by: [bool; 2],
    /// True if the letter creates a missing instance.
    pub creates: bool,
    /// True if there are events that create none: a missing instance is not like a fresh one.
    pub some_are_unborn: bool,
}

impl Product {
    /// All states after one occurrence, or why the sides may differ.
    pub(super) fn after(
        self,
        sides: [&Reading; 2],
        heard: &Heard<'_>,
    ) -> Result<Vec<Product>, String> {
        let born = self.born(sides, heard);
        let arrows = |side: usize, state: Option<StateId>| match state {
            Some(state) if heard.by[side] => &sides[side].arrows[state][..],
            _ => &[],
        };
        let (original, residual) = (arrows(0, born.original), arrows(1, born.residual));
        let demon = Demon::new([original, residual], heard.letter, born.variables_agree)
            .ok_or("too many conditions are open at one occurrence")?;
        let mut successors = Vec::new();

        for answers in demon.answers() {
            let (left, left_asked) = demon.taken(Side::Original, original, heard.letter, answers);
            let (right, right_asked) = demon.taken(Side::Residual, residual, heard.letter, answers);
            // Such an evaluation is an effect of its own, so both sides must make the same ones.
            if left_asked != right_asked {
                return Err("a condition with an effect is evaluated by one side only".to_owned());
            }
            let entered = [left, right].map(|arrow| arrow.is_some());
            successors.push(born.step(left, right)?.released(
                sides,
                entered,
                heard.some_are_unborn,
            ));
        }

        successors.sort();
        successors.dedup();
        Ok(successors)
    }

    fn born(self, sides: [&Reading; 2], heard: &Heard<'_>) -> Product {
        // Only a side that hears the creating event gets an instance.
        let fresh = |state: Option<StateId>, side: usize| {
            state.or((heard.creates && heard.by[side]).then_some(sides[side].initial))
        };
        Product {
            original: fresh(self.original, 0),
            residual: fresh(self.residual, 1),
            ..self
        }
    }

    /// Makes an instance afresh that has entered a state that releases it. That happens at the next
    /// event that makes instances, or at once where all events do. The variables then have their
    /// initial values.
    fn released(self, sides: [&Reading; 2], entered: [bool; 2], some_are_unborn: bool) -> Product {
        let states = [self.original, self.residual];
        let over = [0, 1].map(|side| {
            entered[side]
                && states[side].is_some_and(|state| sides[side].releasing.contains(&state))
        });
        let fresh = |side: usize| match over[side] {
            true => (!some_are_unborn).then_some(sides[side].initial),
            false => states[side],
        };

        // Two fresh instances have the initial values. If only one side is fresh, the variables may
        // differ.
        Product {
            original: fresh(0),
            residual: fresh(1),
            variables_agree: over == [true; 2] || self.variables_agree && over == [false; 2],
        }
    }

    fn step(self, left: Option<&Arrow>, right: Option<&Arrow>) -> Result<Product, String> {
        let reported = [left, right]
            .map(|arrow| arrow.and_then(|a| a.report.as_deref().map(|state| (state, a.event))));
        if reported[0] != reported[1] {
            return Err(format!("one side reports {reported:?}"));
        }
        let deeds = [left, right].map(|arrow| arrow.map_or(&[][..], |a| &a.deeds));
        self.compare_external(deeds)?;
        let moved =
            |state: Option<StateId>, arrow: Option<&Arrow>| arrow.map_or(state, |a| Some(a.to));
        // Code that may write variables must be the same on both sides, or the variables part.
        Ok(Product {
            original: moved(self.original, left),
            residual: moved(self.residual, right),
            variables_agree: self.variables_agree && writes(deeds[0]).eq(writes(deeds[1])),
        })
    }

    fn compare_external(self, deeds: [&[Deed]; 2]) -> Result<(), String> {
        let external = |deeds: &[Deed]| {
            deeds
                .iter()
                .filter(|deed| deed.external)
                .cloned()
                .collect::<Vec<_>>()
        };
        let [left, right] = deeds.map(external);

        if left != right {
            return Err("an external action is run by one side only".to_owned());
        }
        // The same code may do something else if the variables have other values.
        if !self.variables_agree && left.iter().any(|deed| deed.reads) {
            return Err("an external action reads variables that may differ".to_owned());
        }

        Ok(())
    }
}

fn writes(deeds: &[Deed]) -> impl Iterator<Item = &Deed> {
    deeds.iter().filter(|deed| deed.writes)
}
