//! Values of reflection that containers carry: a `Class` in a map stands for no more power over the
//! program than before it was put there.
//!
//! Reflection follows such values through the code of the program ([`crate::hidden`]), and the
//! solver through the containers that models describe: a mark goes where the value goes, from the
//! call that puts it in to the locals where it comes out.

use std::collections::BTreeSet;

use ir::CallSiteId;
use rustc_hash::FxHashSet;

use crate::node::Variable;

/// A value of reflection, by its number.
pub(crate) type Mark = usize;

/// A call that puts a value into what a model describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Deposit {
    /// The call.
    pub site: CallSiteId,
    /// The position of the argument.
    pub position: usize,
    /// The value.
    pub mark: Mark,
}

/// The places of the marks, as far as the solver has come.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// The calls of library methods of which models say all.
    pub modelled: FxHashSet<CallSiteId>,
    /// The calls among them whose method does nothing by reflection, as its body shows.
    pub plain: FxHashSet<CallSiteId>,
    /// The locals where values come out.
    pub arrived: BTreeSet<(Variable, Mark)>,
    /// The values that objects are asked to compare themselves with.
    pub compared: BTreeSet<Mark>,
    /// The values that code without sources gets hold of, or that come to places which are not
    /// followed.
    pub lost: BTreeSet<Mark>,
}
