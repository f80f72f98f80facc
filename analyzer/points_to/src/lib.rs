//! Which objects a variable may hold, and which methods a call may run: subset constraints
//! (Andersen), field-sensitive, with the call graph built on the fly and declared types as filters.
//!
//! Code without sources follows the *separate-compilation assumption* (Ali and Lhotak,
//! application-only call graph construction): one object, [`ObjectId::LIBRARY`], stands for all
//! that the library makes, and one node, [`Node::Library`], for all that has escaped to it. What is
//! passed to, stored in, thrown to or returned to the library escapes; the library may call every
//! method of an escaped object that may override one of its own, and may give back anything that
//! has escaped.
//!
//! What it does not see: fields of the sources' classes written by the library (only of
//! classes in [`Roots::opened`]); native methods (taken for library code).

mod annotated;
mod beyond;
mod call_graph;
mod carried;
mod class_hierarchy;
mod classes;
mod constraints;
mod declared_types;
mod dispatch;
mod effect;
mod entry;
mod equality;
mod explore;
mod exposure;
mod factory;
mod filters;
mod first_uses;
mod glob;
mod hidden;
mod launch;
mod members;
mod memo;
pub mod models;
mod node;
mod nodes;
mod open_classes;
mod openness;
mod parameters;
mod precision;
mod properties;
mod proxies;
mod query;
mod result;
mod roots;
mod solver;
mod type_id;
mod types;
mod values;

pub use beyond::{Beyond, aliases_looked_at, beyond, beyond_types};
pub use call_graph::CallGraph;
pub use class_hierarchy::class_hierarchy;
pub use classes::Classes;
pub use constraints::Constraints;
pub use declared_types::may_be_one;
pub use dispatch::{Callee, Dispatch, arity, superclasses};
pub use effect::{Effect, Moment, Reached};
pub use entry::{Entries, NoSuchEntry, entries, methods_matching, nearest_method};
pub use equality::is_asked_by_equals;
pub use explore::{Start, explore, explore_modelled, explore_recorded};
pub use exposure::{Exposure, InertAnnotations, NamedOutside, RanMethod, RewrittenClass};
pub use exposure::{
    exposure, functional_code, functional_objects_of_ran, marked_classes, openings_of_ran,
};
pub use first_uses::FirstUses;
pub use hidden::listing::{KEEPS_EVERYTHING, NOTHING, Rule, reflection_rules};
pub use hidden::{Hidden, LogEntry, LogKind, ReflectionLog};
pub use node::{Node, Novelty, Object, ObjectId, Variable};
pub use openness::{Opening, Origin, openings};
pub use parameters::Parameters;
pub use precision::{Answers, Precision};
pub use properties::{PropertyCode, Told, ToldValue};
pub use query::{Callers, Contents, Extent, Extents, OneThread, Place, Solution, Step, Why};
pub use query::{callee_name, local_name, method_name, object_name};
pub use result::PointsTo;
pub use roots::Roots;
pub use solver::{EFFORT_WITH_MODELS, solve, solve_with};
