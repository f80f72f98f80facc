//! The reductions of the paper (section 3.1 and 3.2) as functions over one DATE.
//!
//! | paper | here |
//! |---|---|
//! | definition 3.3, `q --e-->approx q'`, Delta | [`StaticDate::may_step`], [`StaticDate::delta`] |
//! | definition 3.5, `badAfter`, `goodEntryPoint`, `useful`, R(D) | [`bad_after`], [`good_entry_point`], [`useful`], [`reduce`] |
//! | `D` restricted to an alphabet, to transitions | [`SubDate::restrict_alphabet`], [`SubDate::restrict_transitions`] |
//! | definition 3.6, union | [`SubDate::union`] |
//!
//! A reduction never builds a new automaton: a [`SubDate`] is a set of states and a set of
//! transitions of one [`StaticDate`], so that union and restriction are set operations.

mod reachability;
mod static_date;
mod sub_date;

pub use reachability::{bad_after, good_entry_point, may_report, reduce, useful};
pub use static_date::{StaticDate, StaticTransition};
pub use sub_date::{StateSet, SubDate, TransitionSet};
