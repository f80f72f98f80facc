//! Prediction: from a recorded run to races, deadlocks, atomicity violations and violations of properties
//! in its correct reorderings.

mod atomicity;
mod border;
mod budget;
mod by_values;
pub mod causality;
mod clocks;
mod deadlocks;
mod equivalence;
mod ideal;
mod index;
pub mod log;
pub mod long;
pub mod observation;
pub mod oracle;
mod prediction;
mod properties;
mod races;
pub mod reordering;
mod report;
mod saturation;
mod search;
pub mod shb;
mod sync_preserving;
pub mod trace;
mod transactions;
mod verdicts;

pub use atomicity::ANY_CALL;
pub use prediction::{Prediction, Settings, Undecided, predict};
pub use properties::Unpredictable;
pub use report::{Deed, Kind, Method, Positions, Report, Step, Violation, lines};
