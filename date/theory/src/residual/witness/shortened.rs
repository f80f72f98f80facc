//! Long ways, of which the middle is left out: a generator's way is as long as the code before it,
//! so the ways of all generators of a long method together would be as long as the square of it.

use serde::{Deserialize, Serialize};

use super::path::Step;

/// So many steps are kept at both ends of a way, and on both sides of the step that it is about.
const KEPT: usize = 12;

/// Steps that are left out of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The position of the step that follows them, among those that are kept.
    pub before: usize,
    /// How many they are.
    pub steps: usize,
}

/// The steps at the ends of a way and around the one that was asked for, and where others are left
/// out between them.
pub(super) fn shortened(steps: Vec<Step>) -> (Vec<Step>, Vec<LeftOut>) {
    let asked = steps
        .iter()
        .position(|step| step.is_asked)
        .unwrap_or_default();
    let length = steps.len();
    let is_kept = |at: usize| at < KEPT || at.abs_diff(asked) <= KEPT || at + KEPT >= length;
    let (mut kept, mut left_out): (Vec<Step>, Vec<LeftOut>) = (Vec::new(), Vec::new());

    for (at, step) in steps.into_iter().enumerate() {
        match left_out.last_mut() {
            _ if is_kept(at) => kept.push(step),
            Some(last) if last.before == kept.len() => last.steps += 1,
            _ => left_out.push(LeftOut {
                before: kept.len(),
                steps: 1,
            }),
        }
    }

    (kept, left_out)
}
