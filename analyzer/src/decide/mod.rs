//! From abstractions to decisions, and to a plan. [`analyze()`] is the door.

pub mod analyze;
mod assumptions;
mod causes;
mod certain;
mod gaps;
mod helpers;
mod keys;
mod monitor_code;
mod optimize;
mod planning;
mod property_code;
mod reach;
mod request;
mod result;
mod rows;
mod stage;
mod start;
mod witness;

pub(crate) use analyze::modelled;
pub use analyze::{CallGraph, analyze, analyze_in_stages, call_graph, optimize_on};
pub use analyze::{incomplete, top_level_types};
pub use assumptions::{MISSING_TYPE, assumption_ids};
pub use planning::to_plan;
pub use property_code::MonitoredProgram;
pub use reach::{functional_bodies, unreached};
pub use request::Request;
pub use result::{
    Analysis, Figures, GeneratorRow, Optimized, PropertyResult, Witness, WitnessStep,
};
pub use stage::Stage;
