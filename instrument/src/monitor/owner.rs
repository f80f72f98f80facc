//! The owner of a name: the context that declares it.

use date::ids::ContextId;
use date::model::Context;

use super::Subject;

/// Returns the nearest context that declares a name which stands in `inner`: this one, or one
/// around it.
pub fn owner_of(
    subject: &Subject<'_>,
    inner: ContextId,
    declares: impl Fn(&Context) -> bool,
) -> Option<ContextId> {
    let contexts = &subject.specification.contexts;
    std::iter::successors(Some(inner), |&id| contexts[id].parent)
        .find(|&id| declares(&contexts[id]))
}
