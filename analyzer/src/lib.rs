//! From Java sources and properties to event graphs and decisions.
//!
//! Data flows one way: `java-syntax`, `java-attribute` and `java-lower` make an [`ir::Program`]; [`points_to`] finds
//! objects and callees; [`events`] finds the generators; [`tracking`] and [`abstraction`] make the event graphs that the
//! residuals of the crate `date` work on; [`analyze()`] is the door.

mod abstraction;
mod analyze;
mod dispatch;
mod entry;
mod events;
mod monitor_code;
mod openness;
mod points_to;
mod result;
mod rows;
mod tracking;

pub use analyze::{Request, analyze};
pub use entry::NoSuchEntry;
pub use events::When;
pub use result::{Analysis, Assumption, Figures, GeneratorRow, Optimized, PlaceKind, PropertyResult, Verdict};
