//! Shapes of properties for which the promise is known not to hold. Each has a test that is ignored and fails; pairs of
//! these shapes are left out of campaigns until it passes.

use date::model::{Creation, Specification};

/// Whether a specification has a shape for which differences are known: several properties whose instances come to be by
/// slicing. They share instances, and each is judged as if it had its own: an event that is silent for one of them is
/// missing where it makes an instance for another.
pub fn is_known(specification: &Specification) -> bool {
    specification.contexts.iter_enumerated().any(|(id, context)| {
        let properties = specification.properties.iter().filter(|property| property.context == id).count();
        context.creation == Creation::Slicing && properties > 1
    })
}
