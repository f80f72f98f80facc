//! Conditions over data: what is known of a property's variables where an event finds it in a
//! state.
//!
//! The paper takes a condition for possible unless it is a constant, and names a finer treatment as
//! future work. Here the automaton is [unfolded](Unfolding): each of its states becomes one for
//! every [`Valuation`] that its variables can have there, as far as valuations are told apart. What
//! a condition says is then often decided, by state. The unfolding is an automaton like any other,
//! so residuals and event graphs work on it as they are: a transition that no copy of it can use
//! goes.
//!
//! A valuation is an abstract value for each *tracked* variable: one of the property's own that
//! nothing writes but its actions and entry code. A value is known exactly, by an interval of
//! integers whose ends come from the numbers that the property names, as not null, or not at all.
//! Arithmetic that may leave its type's range gives nothing, so overflow is no assumption. The code
//! of actions is run by the evaluator of the reference interpreter where all that it reads is
//! known, and interpreted abstractly where not. A condition that holds tells about the variables
//! that it compares.
//!
//! Event variables whose values are constants of the program ([`Arguments`]) decide conditions as
//! well: an event is told apart by them ([`Alphabet`]).
//!
//! # Bound
//! An unfolding has at most [`MOST_STATES`] states. Where there would be more, the variable with
//! most values is given up, then the next, until it fits.

use index_vec::IndexVec;

use crate::ids::{GeneratorId, TransitionId};
use crate::model::{Property, Specification};

mod alphabet;
mod evaluation;
mod execution;
mod known;
mod unfolding;
mod valuation;

pub use alphabet::{Alphabet, Arguments};
pub use known::Known;
pub use unfolding::{MOST_STATES, Unfolded, Unfolding};
pub use valuation::{Tracked, Valuation};

/// All that residual2 needs to decide conditions over data.
#[derive(Debug, Clone)]
pub struct Data<'a> {
    /// The property's file.
    pub specification: &'a Specification,
    /// The property.
    pub property: &'a Property,
    /// Names of the variables of its context that something besides it reads or writes.
    pub shared_variables: &'a [String],
    /// Texts of conditions whose evaluation is seen.
    pub impure_conditions: &'a [String],
    /// The known event variables of each generator. Nothing is known of generators beyond the end.
    pub arguments: IndexVec<GeneratorId, Arguments>,
}

impl Data<'_> {
    /// The property unfolded, if that decides anything; see [`Unfolding::of`].
    pub fn unfolding(
        &self,
        alphabet: &Alphabet,
        kept: &dyn Fn(TransitionId) -> bool,
    ) -> Option<Unfolding> {
        let tracked = Tracked::of(self.specification, self.property, self.shared_variables);
        Unfolding::of(
            self.specification,
            self.property,
            tracked,
            self.impure_conditions,
            alphabet,
            kept,
        )
    }
}
