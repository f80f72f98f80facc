//! From Java sources and properties to event graphs and decisions.
//!
//! Data flows one way: `java-syntax`, `java-attribute` and `java-lower` make an [`ir::Program`];
//! the crate [`points_to`] finds objects and callees; `graphs` finds the generators and makes the
//! event graphs that the residuals of the crate `date` work on; `decide` has the door,
//! [`analyze()`].

mod decide;
mod graphs;
mod sharing;
mod wording;

pub use decide::*;
pub use graphs::events::findings_of_names;
pub use graphs::keys::COMPARED_BY_IDENTITY;
pub use graphs::tracking::Disorder;
pub use points_to::marked_classes;
pub use points_to::models::Models;
pub use points_to::{
    InertAnnotations, NamedOutside, NoSuchEntry, RanMethod, ReflectionLog, RewrittenClass,
};
pub use sharing::unshared;
pub use wording::AS_WRITTEN;
