//! Monitor code as program code: what conditions, actions, `where`, `filter`, entry code and helper
//! methods may call, and whether those calls have effects (semantics, hazard 19).

mod callbacks;
mod effects;
mod supertypes;
mod words;

pub use effects::{Scene, has_effects, initialized_by};
pub use words::{codes, codes_besides, imports_members, initializes, named, reach, run_by};
