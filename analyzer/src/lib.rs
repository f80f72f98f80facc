//! From Java sources and properties to event graphs and decisions.
//!
//! Data flows one way: `java-syntax`, `java-attribute` and `java-lower` make an [`ir::Program`];
//! the crate [`points_to`] finds objects and callees; `events` finds the generators; `tracking`
//! and `abstraction` make the event graphs that the residuals of the crate `date` work on;
//! [`analyze()`] is the door.

mod abstraction;
mod analyze;
mod answers;
mod certain;
mod combinations;
mod events;
mod gaps;
mod helpers;
mod keys;
mod monitor_code;
mod outcomes;
mod planning;
mod reach;
mod result;
mod rows;
mod start;
mod tracking;
mod witness;

pub use analyze::{CallGraph, Request, Stage, analyze, analyze_in_stages, call_graph, optimize_on};
pub use analyze::{incomplete, top_level_types};
pub use events::When;
pub use planning::to_plan;
pub use points_to::marked_classes;
pub use points_to::models::Models;
pub use points_to::{
    InertAnnotations, NamedOutside, NoSuchEntry, RanMethod, ReflectionLog, RewrittenClass,
};
pub use reach::{functional_bodies, unreached};
pub use result::{
    Analysis, Assumption, Figures, FunctionalBody, GeneratorRow, Optimized, PlaceKind,
    PropertyResult, Verdict,
};
pub use result::{Witness, WitnessStep};
pub use rows::{MISSING_TYPE, assumption_ids};
pub use tracking::Disorder;
