//! What the names, expressions, lambdas and calls of a unit mean: types (with generics) and targets, in side tables that
//! lowering reads. See [`Attribution`].

mod tables;

pub use tables::{
    Attribution, CallTarget, Conversion, Creation, ForEachTarget, Functional, NameMeaning, ReferenceTarget, TypedExpr,
};
