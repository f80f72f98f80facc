//! The facts that a property states about itself: transitions that the user sees, events to hear in
//! any case, and parts monitored as written.

mod fixture;
mod frozen;
mod instances;
mod observable;
mod pinned;
mod unprompted;
