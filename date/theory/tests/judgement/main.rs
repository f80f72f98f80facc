//! What a property says about itself: which transitions the user sees, what must be heard in any
//! case, and what is monitored as written.

mod fixture;
mod frozen;
mod instances;
mod observable;
mod pinned;
mod unprompted;
