//! Rows of a plan beside its generators, and what these hold.

use date::residual::LeftOut;
use serde::{Deserialize, Serialize};

/// Transitions of the residual that may lead an object, through a generator, to a report or an
/// external action: the first leaves the initial state, each other one the state that the one
/// before leads to. What leaves the monitor where it is is not told; conditions are taken to hold.
/// The analysis does not say that there is such an execution: it could not rule it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// True if the program may have this order. Otherwise nothing is known of the order of some
    /// steps: they are places where the object may be.
    pub ordered: bool,
    /// The objects on this path, in words. The analysis cannot distinguish them, for example
    /// because one place makes them all.
    pub subject: String,
    /// Why nothing is known of the order of their events, in words; none where an order is known of
    /// some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disorder: Option<String>,
    /// The transitions: positions in [`crate::Plan::witness_steps`].
    pub steps: Vec<usize>,
    /// The gaps of a long way where transitions are left out, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// A transition that is taken on the way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessStep {
    /// The generator's place; none for what no program point raises: a timeout, a message on a
    /// channel, the end of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<SourcePlace>,
    /// Name of the transition's event.
    pub event: String,
    /// Name of the state before.
    pub from: String,
    /// Name of the state afterwards.
    pub to: String,
}

/// The body of a lambda expression or method reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionalRow {
    /// The code around it, as [`crate::Site::enclosing`] names it, followed by `/lambda#n` or
    /// `/reference`.
    pub code: String,
    /// First line of the expression, from 1.
    pub first_line: u32,
    /// Its last line.
    pub last_line: u32,
    /// True if the analysis takes it for unreachable.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unreached: bool,
}

impl FunctionalRow {
    /// The code around it.
    pub fn around(&self) -> &str {
        self.code.rsplit_once('/').map_or("", |(around, _)| around)
    }
}

/// A place in a source file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourcePlace {
    /// Path of the file below its root.
    pub file: String,
    /// Its line, as in [`crate::Site::line`].
    pub line: u32,
    /// Its column there.
    pub column: u32,
}

/// The decision on a generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It is monitored.
    Keep,
    /// It never matters.
    Silence,
}
