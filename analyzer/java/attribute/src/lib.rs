//! The meaning of the names, expressions, lambdas and calls of a unit: types (with generics) and
//! targets, in side tables that lowering reads. See [`Attribution`].

mod attribute;
mod binary_names;
mod declare;
mod finding;
mod floating;
mod infer;
mod names;
mod order;
mod parallel;
mod scope;
mod tables;
mod types;
mod unresolved;

pub use attribute::{Attributed, attribute};
pub use declare::{AnnotationUse, Declarations, TypeNames, declare};
pub use finding::Finding;
pub use parallel::on_big_stacks;
pub use tables::{
    Attribution, CallTarget, Conversion, Creation, ForEachTarget, Functional, NameMeaning,
    ReferenceTarget, TypedExpr,
};
