//! The facts that a property states about itself: the transitions that the user sees, the events to
//! hear in any case, and the parts monitored as written.

mod fixture;
mod frozen;
mod instances;
mod observable;
mod pinned;
mod unprompted;
